import type { Database, Statement, Transaction } from '../src/database/connection.ts'
import type { DraftEntryInput } from '../src/ledger/drafts/drafts.ts'
import { createDraftEntries } from '../src/ledger/drafts/drafts.ts'
import { CURSOR_PAGE_SIZE, PAGE_SIZE_DEFAULT, SKIP_PAGES_MAX } from '../src/limits.ts'
import { planList, type ReadPlan } from '../src/request/query/plan.ts'
import { readable, type Readable } from '../src/request/query/readable.ts'
import { readStatement } from '../src/request/query/sql.ts'
import { apiPath } from '../src/resource/versions.ts'
import { bookedEntries } from '../src/resources/booked-entries/booked-entries.ts'
import { bookedEntriesApi } from '../src/resources/booked-entries/index.ts'
import { draftEntries } from '../src/resources/journals/draft-entries.ts'
import { journalsApi } from '../src/resources/journals/index.ts'
import type { Company, Content } from './company.ts'
import { BASE_CURRENCY, createJournals, SOUGHT_WORD } from './company.ts'
import type { Script } from './pgbench.ts'
import type { Call } from './request.ts'

/** One line of the bench: what is asked, and the SQL that answers it. */
export interface Figure {
  method: 'GET' | 'POST'
  /** The route with `:parameters`. */
  route: string
  status: number
  /** The next request; its keys are drawn anew. */
  call(): Call
  script: Script
}

/** The loaded company, as the figures ask about it. */
export interface Subject {
  database: Database
  company: Company
  content: Content
}

/** The figures with SQL of their own, in the order they are printed; booking is measured in its own way. */
export const FIGURES: Readonly<Record<string, { title: string; prepare(subject: Subject): Figure | Promise<Figure> }>> =
  {
    single: { title: 'single read', prepare: single },
    page: { title: 'page of 20', prepare: page },
    cursor: { title: 'cursor page of 1,000', prepare: cursor },
    filter: { title: 'filtered page', prepare: filter },
    count: { title: 'count', prepare: count },
    create: { title: 'create one', prepare: create },
  }

const DRAFTS = `${apiPath(journalsApi)}/draft-entries`
const BOOKED = `${apiPath(bookedEntriesApi)}/booked-entries`
const drafts = readable(draftEntries, journalsApi.style)
const booked = readable(bookedEntries, bookedEntriesApi.style)
/** Stand for values that are drawn anew for each request; nothing else has these values. */
const [FIRST_MARK, SECOND_MARK] = [987_654_321, 987_654_322]

/** A draft entry by its number, drawn from all. */
function single({ company, content }: Subject): Figure {
  const { firstDraft, lastDraft } = content
  const places = [{ property: drafts.property('entryNumber'), value: String(FIRST_MARK) }]
  const plan: ReadPlan = { kind: 'single', places }
  return {
    ...get(company, `${DRAFTS}/:entryNumber`, () => `${DRAFTS}/${company.random.between(firstDraft, lastDraft)}`),
    script: read(company, drafts, plan, { [FIRST_MARK]: `random(${firstDraft}, ${lastDraft})` }),
  }
}

/** Twenty draft entries, any page that can be reached. */
function page({ company, content }: Subject): Figure {
  const pages = Math.min(
    SKIP_PAGES_MAX,
    Math.floor((content.lastDraft - content.firstDraft + 1) / PAGE_SIZE_DEFAULT) - 1,
  )
  const plan = planList('paged', drafts, new Map([['skippages', '77']]))
  const drawn = { [77 * PAGE_SIZE_DEFAULT]: `${PAGE_SIZE_DEFAULT} * random(0, ${pages})` }
  return {
    ...get(company, `${DRAFTS}/paged`, () => `${DRAFTS}/paged?skipPages=${company.random.between(0, pages)}`),
    script: read(company, drafts, plan, drawn),
  }
}

/** A thousand draft entries from anywhere in the list. */
function cursor({ company, content }: Subject): Figure {
  const [from, to] = [content.firstDraft, content.lastDraft - CURSOR_PAGE_SIZE]
  const plan = planList('cursor', drafts, new Map([['cursor', String(FIRST_MARK)]]))
  return {
    ...get(company, DRAFTS, () => `${DRAFTS}?cursor=${company.random.between(from, to)}`),
    script: read(company, drafts, plan, { [FIRST_MARK]: `random(${from}, ${to})` }),
  }
}

/** Twenty booked entries with a word in their text, of a tenth of the list that begins anywhere. */
function filter({ company, content }: Subject): Figure {
  const width = Math.floor(content.bookedEntries / 10)
  const last = content.bookedEntries - width
  const text = (from: number, to: number) =>
    `text$like:*${SOUGHT_WORD}*$and:entryNumber$gte:${from}$and:entryNumber$lt:${to}`
  const plan = planList('paged', booked, new Map([['filter', text(FIRST_MARK, SECOND_MARK)]]))
  const path = () => {
    const from = company.random.between(1, last)
    return `${BOOKED}/paged?filter=${encodeURIComponent(text(from, from + width))}`
  }
  const drawn = { [FIRST_MARK]: `random(1, ${last})`, [SECOND_MARK]: `:v0_3 + ${width}` }
  return {
    ...get(company, `${BOOKED}/paged`, path),
    script: read(company, booked, plan, drawn),
  }
}

/** All draft entries, counted. */
function count({ company }: Subject): Figure {
  const plan = planList('count', drafts, new Map())
  return {
    ...get(company, `${DRAFTS}/count`, () => `${DRAFTS}/count`),
    script: read(company, drafts, plan, {}),
  }
}

/**
 * One draft entry, its voucher number left to the journal. The SQL is the service's own for one such entry, recorded. It
 * goes to a journal of its own, and asks each time whether another voucher number is free.
 */
async function create({ database, company }: Subject): Promise<Figure> {
  const items = [{ name: 'HTTP' }, { name: 'SQL', nextVoucherNumber: FIRST_MARK }]
  const [ours, theirs] = await createJournals(database, company, items)
  const statements: Statement[] = []
  await database.transaction((transaction) =>
    createDraftEntries(
      recorded(transaction, statements),
      { agreement: company.agreement, baseCurrency: BASE_CURRENCY },
      [company.draft(theirs!)],
    ),
  )
  const body = () => draftBody(company.draft(ours!))
  const drawn = { [FIRST_MARK]: 'random(1, 900000000)' }
  return {
    method: 'POST',
    route: DRAFTS,
    status: 201,
    call: () => ({ method: 'POST', path: DRAFTS, headers: company.headers, body: body() }),
    script: { statements, drawn, transaction: true },
  }
}

/** The amount, exact text in the ledger, is a number in a body. */
const draftBody = ({ amount, ...rest }: DraftEntryInput): string => JSON.stringify({ ...rest, amount: Number(amount) })

function recorded(transaction: Transaction, statements: Statement[]): Transaction {
  return {
    ...transaction,
    rows: (text, values = []) => {
      statements.push({ text, values })
      return transaction.rows(text, values)
    },
  }
}

function get(company: Company, route: string, path: () => string): Omit<Figure, 'script'> {
  return {
    method: 'GET',
    route,
    status: 200,
    call: () => ({ method: 'GET', path: path(), headers: company.headers }),
  }
}

function read(company: Company, of: Readable, plan: ReadPlan, drawn: Script['drawn']): Script {
  const statement = readStatement(plan, of, { agreement: company.agreement, app: 0 })
  return { statements: [statement], drawn, transaction: false }
}

/** Every figure there is, by its name for `--only`. */
export const FIGURE_NAMES: readonly string[] = [...Object.keys(FIGURES), 'book']
