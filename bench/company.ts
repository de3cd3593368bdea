import type { Item } from '../src/resource/operations.ts'
import { createAgreement, createApp, createGrant } from '../src/access/issue.ts'
import type { Database } from '../src/database/connection.ts'
import { JOURNAL } from '../src/templates/groundwork.ts'
import { fillParties } from '../src/templates/master-data.ts'
import { demoCustomers, demoSuppliers } from '../src/templates/parties.ts'
import type { Random } from '../src/templates/random.ts'
import { seededRandom } from '../src/templates/random.ts'
import { bookEntries } from '../src/ledger/booking/book.ts'
import type { DraftEntryInput } from '../src/ledger/drafts/drafts.ts'
import { createDraftEntries } from '../src/ledger/drafts/drafts.ts'
import { isResource } from '../src/resource/resource.ts'
import { Relations } from '../src/resource/relations.ts'
import { everyVersion } from '../src/resource/versions.ts'
import { sharedWrite } from '../src/request/write/write.ts'
import { apis, unseenReferences } from '../src/resources/index.ts'
import { journals } from '../src/resources/journals/journals.ts'

/** An agreement with a chart, parties and years, and the tokens that open it. */
export interface Company {
  agreement: number
  app: number
  headers: Readonly<Record<string, string>>
  /** Makes the company's next draft entry, as one of a bookkeeper's ordinary mix. */
  draft(journalNumber: number): DraftEntryInput
  random: Random
}

/** What the loaded company holds. */
export interface Content {
  /** Draft entries have the numbers from `firstDraft` to `lastDraft`, without a gap. */
  firstDraft: number
  lastDraft: number
  /** Booked entries have the numbers from 1 to this. */
  bookedEntries: number
}

export const BASE_CURRENCY = 'DKK'
/** Draft entries created in one transaction, and booked in one booking. */
export const SET = 1000
const BANK = 5820
const COSTS = [1310, 1370, 1390] as const
const TEXTS = ['Varekøb', 'Fragt', 'Kontorartikler', 'Emballage', 'Husleje', 'Taxa', 'Øl og vand', 'Telefon'] as const
/** The word the filtered page looks for: one text in eight has it. */
export const SOUGHT_WORD = 'kontor'

/** Makes an agreement of the Danish template with the demo company's parties, and a grant to it. */
export async function openCompany(database: Database, name: string, seed: number): Promise<Company> {
  const agreement = await createAgreement(database, { name, template: 'danish', modules: [] })
  const { app, appSecretToken } = await createApp(database, name)
  const { agreementGrantToken } = await createGrant(database, { agreement, app, roles: ['SuperUser'] })
  const customers = demoCustomers().filter(({ group_number }) => group_number === 1)
  const suppliers = demoSuppliers()
    .map(({ row }) => row)
    .filter(({ group_number }) => group_number === 1)
  await database.transaction((transaction) =>
    fillParties(transaction, agreement, { customers, suppliers, contacts: [] }),
  )
  const months = await database.rows<{ month: string }>(
    `SELECT to_char(date_from, 'YYYY-MM') AS month FROM accounting_period WHERE agreement = $1 ORDER BY date_from`,
    [agreement],
  )
  const random = seededRandom(seed)
  const open = <T extends { number: number; is_barred: boolean }>(rows: readonly T[]) =>
    rows.filter((row) => !row.is_barred).map((row) => row.number)
  const [customerNumbers, supplierNumbers] = [open(customers), open(suppliers)]
  return {
    agreement,
    app,
    headers: { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken },
    draft: (journalNumber) => {
      const day = `${random.pick(months).month}-${String(random.between(1, 28)).padStart(2, '0')}`
      return { journalNumber, date: day, currency: BASE_CURRENCY, ...sides(random, customerNumbers, supplierNumbers) }
    },
    random,
  }
}

/** Of a hundred: sixty finance vouchers with VAT, twenty-five supplier invoices, ten customer invoices, five payments. */
function sides(random: Random, customers: readonly number[], suppliers: readonly number[]) {
  const amount = `${random.between(10, 9999)}.${random.digits(2)}`
  const invoice = String(random.between(1, 99_999))
  const text = `${random.pick(TEXTS)} ${invoice}`
  const kind = random.between(1, 100)
  if (kind <= 60) {
    const account = random.pick(COSTS)
    return { entryTypeNumber: 5, amount, text, accountNumber: account, contraAccountNumber: BANK, vatCode: 'I25' }
  }
  if (kind <= 85) {
    const [supplierNumber, contraAccountNumber] = [random.pick(suppliers), random.pick(COSTS)]
    const supplier = { supplierNumber, supplierInvoiceNumber: invoice, contraAccountNumber, contraVatCode: 'I25' }
    return { entryTypeNumber: 3, amount: `-${amount}`, text, ...supplier }
  }
  const customer = { customerNumber: random.pick(customers), customerInvoiceNumber: invoice }
  return kind <= 95
    ? { entryTypeNumber: 10, amount, text, ...customer, contraAccountNumber: 1010, contraVatCode: 'U25' }
    : { entryTypeNumber: 2, amount: `-${amount}`, text, ...customer, contraAccountNumber: BANK }
}

/**
 * Fills a company, booked entries first, through the ledger's own functions; then does what autovacuum would do within
 * minutes, so that no plan changes while it is measured.
 */
export async function load(
  database: Database,
  company: Company,
  entries: number,
  progress: (done: number, total: number) => void,
): Promise<Content> {
  const { agreement } = company
  let bookedEntries = 0
  while (bookedEntries < entries) {
    await draftSet(database, company, JOURNAL.daily, SET)
    const booked = await bookJournal(database, agreement, JOURNAL.daily)
    bookedEntries = booked.lastEntry
    progress(Math.min(bookedEntries, entries), 2 * entries)
  }
  let numbers: [number, number] | undefined
  for (let drafts = 0; drafts < entries; drafts += SET) {
    const created = await draftSet(database, company, JOURNAL.daily, Math.min(SET, entries - drafts))
    numbers = [numbers?.[0] ?? created[0]!, created.at(-1)!]
    progress(entries + Math.min(drafts + SET, entries), 2 * entries)
  }
  await database.rows('VACUUM (ANALYZE)')
  return { firstDraft: numbers![0], lastDraft: numbers![1], bookedEntries }
}

async function draftSet(database: Database, company: Company, journal: number, count: number): Promise<number[]> {
  const entries = Array.from({ length: count }, () => company.draft(journal))
  return await database.transaction((transaction) =>
    createDraftEntries(transaction, { agreement: company.agreement, baseCurrency: BASE_CURRENCY }, entries),
  )
}

/** Books a whole journal, without HTTP. */
export async function bookJournal(database: Database, agreement: number, journalNumber: number) {
  const booked = await database.transaction((transaction) =>
    bookEntries(transaction, { agreement, journalNumber, selection: { kind: 'all' } }),
  )
  if (!booked) throw new Error(`There was nothing to book in journal ${journalNumber} of agreement ${agreement}.`)
  return booked
}

/** Creates journals, and answers their numbers. */
export async function createJournals(
  database: Database,
  { agreement }: Company,
  journalItems: readonly Item[],
): Promise<number[]> {
  const caller = { agreement, app: 0, baseCurrency: BASE_CURRENCY, roles: [], modules: [] }
  const request = { caller, items: journalItems.map((item) => ({ item, faults: [] })) }
  const [keys] = await makeJournals(database, agreement, [request])
  return keys!.map(({ number }) => number as number)
}

const resources = everyVersion(apis).flatMap(({ groups }) => groups.filter(isResource))
const makeJournals = sharedWrite('create', journals, new Relations(resources, unseenReferences))

/** Makes journals of `SET` draft entries each, to be booked once; answers their numbers. */
export async function journalsToBook(database: Database, company: Company, count: number): Promise<number[]> {
  const items = Array.from({ length: count }, (_, index) => ({ name: `Bench ${index + 1}` }))
  const numbers = await createJournals(database, company, items)
  for (const number of numbers) await draftSet(database, company, number, SET)
  return numbers
}
