/** What a migration has between its semicolons: texts in quotes, names in quotes, bodies between $…$, comments. */
const PART = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|;|[^'"$;-]+|[$-]/g

/** The statements of a migration, each by itself and without comments before it. */
export function statementsOf(script: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [part] of `${script};`.matchAll(PART)) {
    if (part.startsWith('--')) continue
    if (part !== ';') {
      statement += part
      continue
    }
    if (statement.trim() !== '') statements.push(statement.trim())
    statement = ''
  }
  return statements
}

/** What does several things, one after the other, and to which table. */
const MANIFOLD = /^(ALTER TABLE\s+(\S+)\s|DROP INDEX\s)([\s\S]+)$/i
const PART_OF_STEP = /'(?:[^']|'')*'|"[^"]*"|[(),]|[^'"(),]+/g
/** A new column with its condition last. */
const CHECKED = /^(ADD COLUMN (\w+) [\s\S]*?)\s+(CHECK \([\s\S]*\))$/i

/**
 * A statement that does several things as one for each, which is how Citus takes them, and only with a name for every constraint: what has none gets the one
 * that PostgreSQL gives. Any other statement as it is.
 */
export function stepsOf(statement: string): string[] {
  const [, command, table, all] = MANIFOLD.exec(statement) ?? []
  if (command === undefined) return [statement]
  const steps = ['']
  let depth = 0
  for (const [part] of all!.matchAll(PART_OF_STEP)) {
    if (part === '(') depth++
    if (part === ')') depth--
    if (part === ',' && depth === 0) steps.push('')
    else steps[steps.length - 1] += part
  }
  return steps
    .map((step) => step.trim())
    .flatMap((step) => {
      const [, column, name, check] = CHECKED.exec(step) ?? []
      return column === undefined ? [step] : [column, `ADD CONSTRAINT ${table}_${name}_check ${check}`]
    })
    .map((step) => command + step)
}
