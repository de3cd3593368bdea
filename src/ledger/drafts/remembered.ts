import { DOUBTED_MILLISECONDS, REMEMBERED_NAMES_MAX, REMEMBERED_NAMES_MAX_OF_AGREEMENT } from '../../limits.ts'
import type { PeriodFact } from '../periods.ts'
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

/** Master data as it was when its last change had this seal, in hexadecimal. */
export interface KnownData {
  seal: string
  data: MasterData
  periods: readonly PeriodFact[]
}

const MAPS = ['journals', 'accounts', 'customers', 'suppliers', 'dataOfAccounts', 'departments'] as const
const SETS = ['vatCodes', 'currencies'] as const
/** The kinds of data that entries name themselves. The others come with them. */
const NAMED = ['journals', 'accounts', 'customers', 'suppliers', 'vatCodes', 'currencies'] as const

/**
 * The master data that a process looked up last for draft entries. Every change of master data gets a seal over all
 * changes before it, in the transaction that makes it. So what was looked up when a seal was the last is true for as
 * long as it is. Whoever uses it must compare seals in the transaction that writes.
 *
 * Remembers what exists, and never that something does not. Bounded for each agreement and for all; the agreement
 * unused for longest goes first.
 */
export class RememberedData {
  private readonly agreements = new Map<number, OfAgreement>()
  private readonly now: () => number
  private size = 0

  /** @param now in milliseconds. */
  constructor(now = () => performance.now()) {
    this.now = now
  }

  /** What is remembered of an agreement, if it has everything that is named. */
  find(agreement: number, names: Names): KnownData | undefined {
    const known = this.agreements.get(agreement)
    if (!known?.has(names) || this.now() < known.usableFrom) return undefined
    this.agreements.delete(agreement)
    this.agreements.set(agreement, known)
    return known
  }

  /** Remembers what was found under a seal; with what is known under the same seal, if there is room for both. */
  keep(agreement: number, seal: string, data: MasterData, periods: readonly PeriodFact[]): void {
    const known = this.forget(agreement)
    const isSame = known?.seal === seal && known.size + sizeOf(data) <= REMEMBERED_NAMES_MAX_OF_AGREEMENT
    const kept = isSame ? known : new OfAgreement(seal, known?.usableFrom)
    kept.add(data, periods)
    if (kept.size > REMEMBERED_NAMES_MAX_OF_AGREEMENT) return
    this.remember(agreement, kept)
  }

  /**
   * Forgets what turned out to be outdated, and uses nothing of the agreement for a while: its master data may change
   * again and again.
   */
  doubt(agreement: number): void {
    this.forget(agreement)
    this.remember(agreement, new OfAgreement('', this.now() + DOUBTED_MILLISECONDS))
  }

  private remember(agreement: number, known: OfAgreement): void {
    this.agreements.set(agreement, known)
    this.size += known.size
    for (const oldest of this.agreements.keys()) {
      if (this.size <= REMEMBERED_NAMES_MAX) break
      this.forget(oldest)
    }
  }

  private forget(agreement: number): OfAgreement | undefined {
    const known = this.agreements.get(agreement)
    this.size -= known?.size ?? 0
    this.agreements.delete(agreement)
    return known
  }
}

type Fact<Kind extends keyof MasterData> = MasterData[Kind] extends ReadonlyMap<number, infer One> ? One : never

/** What is remembered of one agreement. Grows while it is in use: what is added is true under the same seal. */
class OfAgreement implements KnownData {
  readonly seal: string
  /** By the clock of `RememberedData`. */
  readonly usableFrom: number
  readonly data = {
    givesDepartments: false as boolean,
    journals: new Map<number, Fact<'journals'>>(),
    accounts: new Map<number, Fact<'accounts'>>(),
    customers: new Map<number, Fact<'customers'>>(),
    suppliers: new Map<number, Fact<'suppliers'>>(),
    dataOfAccounts: new Map<number, Fact<'dataOfAccounts'>>(),
    departments: new Map<number, Fact<'departments'>>(),
    vatCodes: new Set<string>(),
    currencies: new Set<string>(),
  } satisfies MasterData
  private readonly periodsOfDays = new Map<string, PeriodFact>()

  constructor(seal: string, usableFrom = 0) {
    this.seal = seal
    this.usableFrom = usableFrom
  }

  get periods(): PeriodFact[] {
    return [...this.periodsOfDays.values()]
  }

  get size(): number {
    return 1 + sizeOf(this.data) + this.periodsOfDays.size
  }

  has(names: Names): boolean {
    return NAMED.every((kind) => includes(this.data[kind], names[kind]))
  }

  add(found: MasterData, periods: readonly PeriodFact[]): void {
    const { data } = this
    data.givesDepartments = found.givesDepartments
    for (const kind of MAPS) for (const [name, fact] of found[kind]) data[kind].set(name, fact as never)
    for (const kind of SETS) for (const name of found[kind]) data[kind].add(name)
    for (const period of periods) this.periodsOfDays.set(period.from, period)
  }
}

const sizeOf = (data: MasterData): number => [...MAPS, ...SETS].reduce((sum, kind) => sum + data[kind].size, 0)

/** Whether all names are known. */
function includes(known: { has(name: never): boolean }, names: ReadonlySet<string | number>): boolean {
  for (const name of names) if (!known.has(name as never)) return false
  return true
}
