import type { Ground } from './ground.ts'
import { newAgreement, type Random, seededRandom } from './product.ts'
import { get, post, type Tokens } from './request.ts'

/** A draft entry as it is sent. */
export type DraftBody = Readonly<Record<string, string | number>>

/** An agreement with a chart, parties and years, and the tokens that open it. */
export interface Company {
  agreement: number
  headers: Tokens
  /** Makes the company's next draft entry, from a bookkeeper's ordinary mix. */
  draft(journalNumber: number): DraftBody
  random: Random
}

/** The content of the loaded company. */
export interface Content {
  /** The journals, among which the draft entries are shared in turn; their numbers have no gap. */
  journals: readonly number[]
  /** Draft entries have the numbers from `firstDraft` to `lastDraft`, without a gap. */
  firstDraft: number
  lastDraft: number
  /** Booked entries have the numbers from 1 to this. */
  bookedEntries: number
}

export const JOURNALS = '/journalsapi/v15.0.1'
export const BOOKED = '/bookedEntriesapi/v4.0.0/booked-entries'
/** Where the product's own resources are. */
export const DAYBOOK = '/daybookapi/v1.0.0'
const PERIODS = '/accountingyearsapi/v2.0.1/accountingYears/periods'
/** Draft entries of a bulk call: the most that one takes. */
export const BULK = 500
/** Booked at a time while loading. */
const BOOKED_AT_ONCE = 10_000
const PARTIES = 20
/** The account that is paid from. */
export const BANK = 5820
const COSTS = [1310, 1370, 1390] as const
const TEXTS = ['Varekøb', 'Fragt', 'Kontorartikler', 'Emballage', 'Husleje', 'Taxa', 'Øl og vand', 'Telefon'] as const
/** The word the filtered page looks for: one text in eight has it. */
export const SOUGHT_WORD = 'kontor'

/** Makes an agreement of the Danish template with customers and suppliers, and a grant to it. */
export async function openCompany({ address, port }: Ground, name: string, seed: number): Promise<Company> {
  const { agreement, headers } = await newAgreement(address, name)
  const parties = Array.from({ length: PARTIES }, (_, index) => 1001 + index)
  for (const kind of ['customers', 'suppliers']) {
    const make = (number: number) => ({
      number,
      name: `${kind} ${number}`,
      groupNumber: 1,
      paymentTermNumber: 2,
      currency: 'DKK',
    })
    await Promise.all(parties.map((number) => post(port, `${DAYBOOK}/${kind}`, headers, make(number))))
  }
  const months = await monthsOf(port, headers)
  const random = seededRandom(seed)
  return { agreement, headers, draft: draftMaker(random, parties, months, 1), random }
}

/** The months of the accounting years of an agreement, such as `2026-01`. */
export async function monthsOf(port: number, headers: Tokens): Promise<string[]> {
  const periods = await get<{ items: { dateFrom: string }[] }>(port, PERIODS, headers)
  return periods.items.map(({ dateFrom }) => dateFrom.slice(0, 7))
}

/**
 * Makes draft entries in months such as `2026-01`; their invoice numbers begin with `firstInvoice`, and none comes
 * twice.
 */
export function draftMaker(
  random: Random,
  parties: readonly number[],
  months: readonly string[],
  firstInvoice: number,
): Company['draft'] {
  let invoice = firstInvoice
  return (journalNumber) => {
    const date = `${random.pick(months)}-${String(random.between(1, 28)).padStart(2, '0')}`
    return { journalNumber, date, currency: 'DKK', ...sides(random, parties, String(invoice++)) }
  }
}

/**
 * Of a hundred: sixty finance vouchers with VAT, twenty-five supplier invoices, ten customer invoices, five payments.
 * Invoice numbers differ.
 */
function sides(random: Random, parties: readonly number[], invoice: string): DraftBody {
  const amount = random.between(1000, 999_999) / 100
  const text = `${random.pick(TEXTS)} ${invoice}`
  const kind = random.between(1, 100)
  if (kind <= 60) {
    const account = random.pick(COSTS)
    return { entryTypeNumber: 5, amount, text, accountNumber: account, contraAccountNumber: BANK, vatCode: 'I25' }
  }
  if (kind <= 85) {
    const [supplierNumber, contraAccountNumber] = [random.pick(parties), random.pick(COSTS)]
    const supplier = { supplierNumber, supplierInvoiceNumber: invoice, contraAccountNumber, contraVatCode: 'I25' }
    return { entryTypeNumber: 3, amount: -amount, text, ...supplier }
  }
  const customer = { customerNumber: random.pick(parties), customerInvoiceNumber: invoice }
  return kind <= 95
    ? { entryTypeNumber: 10, amount, text, ...customer, contraAccountNumber: 1010, contraVatCode: 'U25' }
    : { entryTypeNumber: 2, amount: -amount, text, ...customer, contraAccountNumber: BANK }
}

/**
 * Fills a company over HTTP, booked entries first. Then vacuums and analyzes, as autovacuum would within minutes, so
 * that no plan changes during the measurement.
 * @param entries about how many draft entries, and at least how many booked ones.
 */
export async function load(
  { port, database }: Ground,
  company: Company,
  entries: { drafts: number; booked: number },
): Promise<Content> {
  const journals = await makeJournals(port, company, 10)
  let bookedEntries = 0
  while (bookedEntries < entries.booked) {
    await makeDrafts(port, company, journals.slice(0, 1), Math.min(BOOKED_AT_ONCE, entries.booked - bookedEntries))
    await post(port, `${JOURNALS}/journals/${journals[0]!}/book`, company.headers)
    bookedEntries = await get<number>(port, `${BOOKED}/count`, company.headers)
  }
  const numbers = await makeDrafts(port, company, journals, entries.drafts)
  const [firstDraft, lastDraft] = [Math.min(...ends(numbers)), Math.max(...ends(numbers))]
  if (lastDraft - firstDraft + 1 !== numbers.length) throw new Error('The numbers of the draft entries have gaps.')
  await database.query('VACUUM (ANALYZE)')
  return { journals, firstDraft, lastDraft, bookedEntries }
}

/** The least and the greatest of more numbers than a call can take as arguments. */
function ends(numbers: readonly number[]): [number, number] {
  return numbers.reduce<[number, number]>(
    ([least, greatest], number) => [Math.min(least, number), Math.max(greatest, number)],
    [Infinity, -Infinity],
  )
}

async function makeJournals(port: number, company: Company, count: number): Promise<number[]> {
  const numbers: number[] = []
  for (let index = 1; index <= count; index++)
    numbers.push(await makeJournal(port, company, { name: `Bench ${index}` }))
  return numbers
}

/** Makes a journal; answers its number. */
export async function makeJournal(
  port: number,
  { headers }: Pick<Company, 'headers'>,
  journal: { name: string; nextVoucherNumber?: number },
): Promise<number> {
  return (await post<{ number: number }>(port, `${JOURNALS}/journals`, headers, journal)).number
}

/** Makes draft entries by bulk calls, for the journals in turn; answers their numbers. */
async function makeDrafts(
  port: number,
  company: Company,
  journals: readonly number[],
  count: number,
): Promise<number[]> {
  const numbers: number[] = []
  for (let made = 0; made < count; made += BULK) {
    const entries = Array.from({ length: Math.min(BULK, count - made) }, (_, index) =>
      company.draft(journals[index % journals.length]!),
    )
    const path = `${JOURNALS}/draft-entries/bulk`
    const created = await post<{ entryNumbers: number[] }>(port, path, company.headers, { entries })
    numbers.push(...created.entryNumbers)
  }
  return numbers
}

/** Makes journals of `size` draft entries each, to be booked once; answers their numbers. */
export async function journalsToBook(port: number, company: Company, count: number, size: number): Promise<number[]> {
  const numbers = await makeJournals(port, company, count)
  for (const number of numbers) await makeDrafts(port, company, [number], size)
  return numbers
}
