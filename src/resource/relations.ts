import type { ErrorCode } from '../errors/catalogue.ts'
import { columnName, type Resource } from './resource.ts'

/** One column that names rows of a table. */
export interface Relation {
  table: string
  column: string
  /** The foreign key, by the convention of the migrations. */
  constraint: string
  target: string
  targetColumn: string
  /**
   * The other columns of a key of several parts, or the values of it that all rows name, as SQL over the row `x`, each
   * with the target's column.
   */
  alongside: readonly (readonly [own: string, theirs: string])[]
  /** The row goes with the one it names. */
  cascades: boolean
  /** What the rows that refer are called, for people. */
  by: string
}

/**
 * A reference from a table that no resource shows.
 * @param by what an error calls its rows when they prevent a deletion. Left out where they never do so alone, because a
 * row of some resource always refers to the same item, and the error names that one.
 * @param alongside as in `Relation`.
 */
export type UnseenReference = readonly [column: string, target: string, by?: string, alongside?: Relation['alongside']]

/** The name of the foreign key of a column. */
export const foreignKey = (table: string, column: string): string => `${table}_${column}_fk`

/** `DraftEntries` → `draft entries`. */
const inWords = (name: string): string => name.replace(/ ?[A-Z]/g, (start) => ` ${start.trim().toLowerCase()}`).trim()

/** Every reference between tables, as the declarations of all resources tell it. */
export class Relations {
  private readonly all = new Map<string, Relation>()
  private readonly unseen: readonly Relation[]
  private readonly versioned: ReadonlySet<string>
  private readonly kept: ReadonlySet<string>

  /** @param unseen columns and targets as `table.column`. */
  constructor(resources: readonly Resource[], unseen: readonly UnseenReference[]) {
    for (const resource of resources) {
      for (const [property, field] of Object.entries(resource.fields)) {
        const { references } = field.facts
        if (!references) continue
        const column = columnName(property, field)
        const known = this.all.get(`${resource.table}.${column}`)
        if (known) continue
        const { table: target, column: targetColumn, cascades } = references
        const alongside = Object.entries(references.alongside).map(
          ([own, theirs]) => [`x.${columnName(own, resource.fields[own])}`, theirs] as const,
        )
        const constraint = foreignKey(resource.table, column)
        const by = inWords(resource.name)
        this.all.set(`${resource.table}.${column}`, {
          table: resource.table,
          column,
          constraint,
          target,
          targetColumn,
          alongside,
          cascades,
          by,
        })
      }
    }
    const isVersioned = ({ fields: { objectVersion }, isView }: Resource): boolean =>
      objectVersion !== undefined &&
      objectVersion.facts.column === undefined &&
      !objectVersion.facts.expression &&
      !isView
    this.versioned = new Set(resources.filter(isVersioned).map(({ table }) => table))
    this.kept = new Set(resources.filter(({ isPrivate }) => isPrivate).map(({ table }) => table))
    this.unseen = unseen.map(([from, to, by = '', alongside = []]) => {
      const [[table, column], [target, targetColumn]] = [from.split('.'), to.split('.')] as [string[], string[]]
      return {
        table: table!,
        column: column!,
        constraint: foreignKey(table!, column!),
        target: target!,
        targetColumn: targetColumn!,
        alongside,
        cascades: false,
        by,
      }
    })
  }

  /** Every one, those that no resource shows included. */
  list(): Relation[] {
    return [...this.all.values(), ...this.unseen]
  }

  /** Whether each change of a row of the table gives it another `object_version`. */
  isVersioned(table: string): boolean {
    return this.versioned.has(table)
  }

  /** Whether not everybody may know what the table has. */
  isPrivate(table: string): boolean {
    return this.kept.has(table)
  }

  /** What keeps rows of a resource from being deleted. */
  inTheWayOf(resource: Pick<Resource, 'table' | 'alsoIn'>): Relation[] {
    const isNever = ({ target, targetColumn }: Relation): boolean =>
      resource.alsoIn[target]?.columns?.[targetColumn] === null
    return this.onAny(resource).filter((one) => one.by !== '' && !one.cascades && !isNever(one))
  }

  /** Every reference to the rows of a resource, by whatever table it names them. */
  onAny({ table, alsoIn }: Pick<Resource, 'table' | 'alsoIn'>): Relation[] {
    return [table, ...Object.keys(alsoIn)].flatMap((one) => this.on(one))
  }

  /** Every reference to the table's rows, each of which a foreign key holds. */
  on(table: string): Relation[] {
    return this.list().filter(({ target }) => target === table)
  }
}

/** The code of a row that is in use by another table. */
export function inUseCode({ inUse }: Pick<Resource, 'inUse'>, table: string): ErrorCode {
  return typeof inUse === 'string' ? inUse : (inUse[table] ?? inUse['*'] ?? 'ItemInUse')
}
