import { REMEMBERED_NAMES_MAX, REMEMBERED_NAMES_MAX_OF_AGREEMENT } from '../../limits.ts'
import type { MasterData } from './references.ts'

/** What a list of draft entries names of the master data. */
export interface Names {
  journals: ReadonlySet<number>
  accounts: ReadonlySet<number>
  customers: ReadonlySet<number>
  suppliers: ReadonlySet<number>
  vatCodes: ReadonlySet<string>
  currencies: ReadonlySet<string>
}

/** Master data as it was when its last change had this seal. */
export interface KnownData {
  seal: string
  data: MasterData
}

/** The kinds of data that entries name themselves. The others come with them. */
const NAMED = ['accounts', 'customers', 'suppliers', 'vatCodes', 'currencies'] as const satisfies (keyof Names)[]

/**
 * The master data that a process looked up last for draft entries. Every change of master data gets a seal over all changes before it, in the
 * transaction that makes it. So what was looked up when a seal was the last is true for as long as it is. Whoever uses it must compare seals in
 * the transaction that writes.
 *
 * Remembers what exists, and never that something does not. Bounded for each agreement and for all; the agreement unused for longest goes first.
 */
export class RememberedData {
  private readonly agreements = new Map<number, OfAgreement>()
  private size = 0

  /** What is remembered of an agreement, if it has everything that is named. */
  find(agreement: number, names: Names): KnownData | undefined {
    const known = this.agreements.get(agreement)
    if (!known?.has(names)) return undefined
    this.agreements.delete(agreement)
    this.agreements.set(agreement, known)
    return known
  }

  /** Remembers what was found under a seal, for entries of these journals; with what is known under the same seal, if there is room for both. */
  keep(agreement: number, seal: string, data: MasterData, journals: ReadonlySet<number>): void {
    const known = this.agreements.get(agreement)
    this.forget(agreement)
    const isSame = known?.seal === seal && known.size + sizeOf(data) <= REMEMBERED_NAMES_MAX_OF_AGREEMENT
    const kept = isSame ? known : new OfAgreement(seal)
    kept.add(data, journals)
    if (kept.size > REMEMBERED_NAMES_MAX_OF_AGREEMENT) return
    this.agreements.set(agreement, kept)
    this.size += kept.size
    for (const oldest of this.agreements.keys()) {
      if (this.size <= REMEMBERED_NAMES_MAX) break
      this.forget(oldest)
    }
  }

  private forget(agreement: number): void {
    this.size -= this.agreements.get(agreement)?.size ?? 0
    this.agreements.delete(agreement)
  }
}

/** What is remembered of one agreement. Grows while it is in use: what is added is true under the same seal. */
class OfAgreement implements KnownData {
  readonly seal: string
  readonly data = {
    accounts: new Map<number, MapValue<'accounts'>>(),
    customers: new Map<number, MapValue<'customers'>>(),
    suppliers: new Map<number, MapValue<'suppliers'>>(),
    dataOfAccounts: new Map<number, MapValue<'dataOfAccounts'>>(),
    departments: new Map<number, MapValue<'departments'>>(),
    vatCodes: new Set<string>(),
    currencies: new Set<string>(),
  } satisfies MasterData
  /** Those whose default accounts and departments are there. */
  private readonly journals = new Set<number>()

  constructor(seal: string) {
    this.seal = seal
  }

  get size(): number {
    return sizeOf(this.data)
  }

  has(names: Names): boolean {
    return includes(this.journals, names.journals) && NAMED.every((kind) => includes(this.data[kind], names[kind]))
  }

  add(found: MasterData, journals: ReadonlySet<number>): void {
    const { data } = this
    for (const kind of ['accounts', 'customers', 'suppliers', 'dataOfAccounts', 'departments'] as const) {
      for (const [name, fact] of found[kind]) data[kind].set(name, fact as never)
    }
    for (const kind of ['vatCodes', 'currencies'] as const) for (const name of found[kind]) data[kind].add(name)
    for (const journal of journals) this.journals.add(journal)
  }
}

type MapValue<Kind extends keyof MasterData> = MasterData[Kind] extends ReadonlyMap<number, infer Fact> ? Fact : never

const sizeOf = (data: MasterData): number => Object.values(data).reduce((sum, { size }) => sum + size, 0)

/** Whether all names are known. */
function includes(known: { has(name: never): boolean }, names: ReadonlySet<string | number>): boolean {
  for (const name of names) if (!known.has(name as never)) return false
  return true
}
