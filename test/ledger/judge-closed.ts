import type { Client } from '../service/harness.ts'
import type { Step } from './naive-steps.ts'

const OWN = '/daybookapi/v1.0.0'

/** Every report of a year, as it is asked for. */
function reportsOf(year: string): string[] {
  const of = (query: string): string[] => [
    `trial-balance?${query}`,
    `profit-and-loss?${query}`,
    `profit-and-loss?${query}&format=csv`,
    `balance-sheet?${query}`,
    `vat-statement?${query}`,
    `account-ledger?accountFrom=1&accountTo=999999999&${query}`,
    `aged-customers?${query}`,
    `aged-suppliers?${query}`,
    `open-items?${query}`,
  ]
  const once = ['key-figures', 'dimension-totals?dimensionNumber=1', 'statements/customers/1', 'statements/suppliers/1']
  const queries = [...of(`year=${year}`), ...of(`year=${year}&period=1`)]
  for (const report of once) queries.push(`${report}${report.includes('?') ? '&' : '?'}year=${year}`)
  return [...queries.map((query) => `${OWN}/${query}`), `/accounting-years/${year}/totals`]
}

/** A closed year keeps the names of the parties that were booked on. */
const EMPTY_STATEMENT = /"openingBalanceInBaseCurrency":0\.00,"items":\[\],"currencies":\[\]/

/** Steps that touch no master data, match nothing and close nothing: after them a look at one report is enough. */
const QUIET: readonly Step['do'][] = ['draft', 'accrue', 'discard', 'empty', 'bar', 'open']

/**
 * The reports of closed years as they were when the years were closed: they are the same bytes for ever (ACCOUNTING.md,
 * Ledger).
 */
export class ClosedYears {
  readonly #client: Client
  readonly #known = new Map<string, string>()
  #looked = 0

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Keeps the reports of a year that has just been closed, but for statements of parties that have nothing in it: they
   * say no more than a name.
   */
  async keep(year: string): Promise<void> {
    await Promise.all(
      reportsOf(year).map(async (path) => {
        const text = await this.#read(path)
        if (!EMPTY_STATEMENT.test(text)) this.#known.set(path, text)
      }),
    )
  }

  /** @throws Error that names the first report with other bytes. */
  async compare(after: Step['do'] | 'all'): Promise<void> {
    const all = [...this.#known.keys()]
    if (all.length === 0) return
    const chosen = after !== 'all' && QUIET.includes(after) ? [all[(this.#looked += 7) % all.length]!] : all
    const different = await Promise.all(
      chosen.map(async (path) => {
        const now = await this.#read(path)
        return now === this.#known.get(path) ? [] : [`${path} was\n  ${this.#known.get(path)}\nand is\n  ${now}`]
      }),
    )
    const [first] = different.flat()
    if (first !== undefined) throw new Error(`A closed year's report has changed: ${first}`)
  }

  async #read(path: string): Promise<string> {
    const { status, text } = await this.#client.get(path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    return text
  }
}
