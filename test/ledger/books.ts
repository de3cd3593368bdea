import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database, Transaction } from '../../src/database/connection.ts'
import { ApiError, type Fault } from '../../src/errors/catalogue.ts'
import { type Booked, bookEntries, type Selection } from '../../src/ledger/booking/book.ts'
import {
  createDraftLists,
  type DraftEntryInput,
  type DraftEntryUpdate,
  type SentDraft,
  updateDraftEntries,
} from '../../src/ledger/drafts/drafts.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { filledOrCopied } from '../service/copied-books.ts'

export const AGREEMENT = 100_001

/** Accounts of the test books. */
export const ACCOUNT = {
  sales: 1010,
  purchases: 1310,
  rent: 2010,
  barred: 2900,
  differences: 2980,
  rounding: 2990,
  heading: 3000,
  prepaid: 5500,
  customers: 5600,
  foreignCustomers: 5605,
  bank: 5820,
  blocked: 5890,
  equity: 6110,
  suppliers: 6800,
  outputTax: 6902,
  reverseTax: 6904,
  inputTax: 6906,
} as const

/** Fills an agreement with a small chart, VAT, currencies, two years (2025, 2026), parties and journals. */
export async function fillBooks(database: Database, agreement: number = AGREEMENT): Promise<void> {
  await database.transaction((transaction) => fillIn(transaction, agreement))
}

async function fillIn(transaction: Transaction, agreement: number): Promise<void> {
  for (const statement of STATEMENTS) await transaction.rows(statement, [agreement])
}

/** The test books of one test, and what tests do with them. */
export interface Books {
  readonly database: Database
  readonly agreement: number
  /** Faults name an entry by its place in the list where `isList`. */
  create(entries: readonly DraftEntryInput[], isList?: boolean): Promise<number[]>
  update(entries: readonly DraftEntryUpdate[], isList?: boolean): Promise<void>
  /** Books journal 1, or another, whole unless told otherwise. */
  book(journalNumber?: number, selection?: Selection): Promise<Booked | undefined>
  /**
   * What someone with the database in hand can do: change rows with every trigger switched off. `$1` is the agreement.
   */
  tamper(statement: string): Promise<void>
}

/** Gives a file's tests a database, and each test the books in an agreement of its own. */
export function freshBooks(): Books {
  let store: TestDatabase
  let agreement = AGREEMENT
  beforeAll(async () => {
    store = await testDatabase()
  })
  afterAll(() => store.drop())
  beforeEach(async () => {
    agreement += 1
    await filledOrCopied(store.database, agreement, 'ledger', (transaction) => fillIn(transaction, agreement))
  })
  return {
    get database() {
      return store.database
    },
    get agreement() {
      return agreement
    },
    create: (entries, isList = false) =>
      store.database.transaction(async (transaction) => {
        const list = sent(entries)
        const [numbers] = await createDraftLists(transaction, { agreement, baseCurrency: 'DKK' }, [list])
        return numbers ?? refuseList(list, isList)
      }),
    update: (entries, isList = false) =>
      store.database.transaction(async (transaction) => {
        const list = sent(entries)
        const isDone = await updateDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, list)
        if (!isDone) refuseList(list, isList)
      }),
    book: (journalNumber = 1, selection = { kind: 'all' }) =>
      store.database.transaction((transaction) => bookEntries(transaction, { agreement, journalNumber, selection })),
    tamper: (statement) =>
      store.database.transaction(async (transaction) => {
        await transaction.rows('SET LOCAL session_replication_role = replica')
        await transaction.rows(`${statement}`, [agreement])
      }),
  }
}

const sent = <Input>(entries: readonly Input[]): SentDraft<Input>[] => entries.map((input) => ({ input, faults: [] }))

/** Throws the faults of the entries. Those of a list have their places in it. */
function refuseList(list: readonly SentDraft[], isList: boolean): never {
  const faults = list.flatMap((draft, at) =>
    draft.faults.map((fault) => (isList ? { ...fault, property: `entries[${at}].${fault.property}` } : fault)),
  )
  throw new ApiError(faults)
}

/** What work is refused for; it must be. */
export async function refusal(work: Promise<unknown>): Promise<readonly Fault[]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}.`)
  return error.faults
}

/** The faults work is refused for, as `property: code`. */
export const faultsOf = async (work: Promise<unknown>): Promise<string[]> =>
  (await refusal(work)).map(({ property, code }) => `${property}: ${code}`)

const STATEMENTS = [
  "INSERT INTO agreement (agreement, name) VALUES ($1, 'Ærø Værktøj ApS')",
  `INSERT INTO currency (agreement, code, name) SELECT $1, c, c FROM unnest(ARRAY['DKK', 'EUR', 'USD', 'SEK', 'JPY']) AS c`,
  `INSERT INTO exchange_rate (agreement, number, currency, date, rate) VALUES
     ($1, 1, 'EUR', '2025-01-01', 745.123456), ($1, 2, 'EUR', '2026-01-01', 746.05), ($1, 3, 'USD', '2025-01-01', 689.7),
     ($1, 4, 'SEK', '2025-01-01', 66.666666), ($1, 5, 'EUR', '2026-03-01', 744.9)`,
  `INSERT INTO account (agreement, number, name, type, is_barred, is_blocked_for_direct_entries) VALUES
     ($1, 1010, 'Salg', 1, false, false), ($1, 1310, 'Varekøb', 1, false, false), ($1, 2010, 'Husleje', 1, false, false),
     ($1, 2900, 'Spærret', 1, true, false), ($1, 2980, 'Kursdifferencer', 1, false, false), ($1, 2990, 'Øreafrunding', 1, false, false),
     ($1, 3000, 'RESULTAT', 4, false, false), ($1, 5500, 'Forudbetalt', 2, false, false),
     ($1, 5600, 'Debitorer', 2, false, true), ($1, 5605, 'Debitorer, EU', 2, false, false),
     ($1, 5820, 'Bank', 2, false, false), ($1, 5890, 'Lukket', 2, false, true), ($1, 6110, 'Egenkapital', 2, false, false),
     ($1, 6800, 'Kreditorer', 2, false, true), ($1, 6902, 'Salgsmoms', 2, false, false),
     ($1, 6904, 'Moms af EU-køb', 2, false, false), ($1, 6906, 'Købsmoms', 2, false, false)`,
  `INSERT INTO system_account (agreement, purpose, account_number) VALUES ($1, 'rounding', 2990), ($1, 'result', 6110),
     ($1, 'exchangeDifference', 2980)`,
  `INSERT INTO vat_code (agreement, code, name, type, rate, account_number, contra_account_number) VALUES
     ($1, 'U25', 'Salgsmoms', 1, 25, 6902, NULL), ($1, 'I25', 'Købsmoms', 2, 25, 6906, NULL),
     ($1, 'U0', 'Uden moms', 1, 0, 6902, NULL), ($1, 'REP', 'Repræsentation', 2, 5.2632, 6906, NULL),
     ($1, 'IV25', 'EU-varekøb', 2, 25, 6906, 6904)`,
  `INSERT INTO department (agreement, number, name, is_barred) VALUES ($1, 1, 'Salg', false), ($1, 2, 'Nedlagt', true)`,
  `INSERT INTO accounting_year (agreement, year, date_from, date_to)
     SELECT $1, y::text, make_date(y, 1, 1), make_date(y, 12, 31) FROM generate_series(2025, 2026) AS y`,
  `INSERT INTO accounting_period (agreement, year, period_number, date_from, date_to)
     SELECT $1, y::text, m, make_date(y, m, 1), (make_date(y, m, 1) + interval '1 month - 1 day')::date
     FROM generate_series(2025, 2026) AS y, generate_series(1, 12) AS m`,
  `INSERT INTO payment_term (agreement, number, name, type, days) VALUES
     ($1, 1, 'Netto 8 dage', 1, 8), ($1, 2, 'Løbende måned + 10 dage', 2, 10)`,
  `INSERT INTO customer_group (agreement, number, name, account_number) VALUES
     ($1, 1, 'Danmark', 5600), ($1, 2, 'EU', 5605)`,
  `INSERT INTO supplier_group (agreement, number, name, account_number) VALUES ($1, 1, 'Leverandører', 6800)`,
  `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number, contra_account_number, is_barred)
     VALUES ($1, 1, 'Ørsted', 1, 'DKK', 1, 1010, false), ($1, 2, 'Müller GmbH', 2, 'EUR', 2, NULL, false),
       ($1, 3, 'Spærret kunde', 1, 'DKK', 1, NULL, true), ($1, 4, 'Uden betingelser', 1, 'DKK', NULL, NULL, false)`,
  `INSERT INTO supplier (agreement, number, name, group_number, currency, payment_term_number, contra_account_number, is_barred)
     VALUES ($1, 1, 'Grossisten', 1, 'DKK', 1, 1310, false), ($1, 2, 'Lieferant AG', 1, 'EUR', 2, NULL, false),
       ($1, 3, 'Spærret leverandør', 1, 'DKK', 1, NULL, true), ($1, 4, 'Uden betingelser', 1, 'DKK', NULL, NULL, false)`,
  `INSERT INTO journal (agreement, number, name, entry_type_restricted_to, balancing_behavior, is_standing_journal,
       minimum_voucher_number, maximum_voucher_number, next_voucher_number, customer_contra_account,
       customer_payment_text, allow_partial_booking, require_balance_per_voucher_id, default_department) VALUES
     ($1, 1, 'Kassekladde', 0, false, false, 1, 999999999, 1, NULL, NULL, false, false, NULL),
     ($1, 2, 'Bank', 2, false, false, 100, 104, 1, 5820, 'Indbetaling', false, false, 1),
     ($1, 3, 'Måned', 0, true, false, 1, 999999999, 1, NULL, NULL, false, false, NULL),
     ($1, 4, 'Delvis', 0, false, false, 1, 999999999, 1, NULL, NULL, true, false, NULL),
     ($1, 5, 'Delvis, hele bilag', 0, false, false, 1, 999999999, 1, NULL, NULL, true, true, NULL),
     ($1, 6, 'Stående', 0, false, true, 1, 999999999, 1, NULL, NULL, false, false, NULL)`,
  `INSERT INTO counter (agreement, name, value) VALUES ($1, 'exchange_rate', 5), ($1, 'journal', 6)`,
]
