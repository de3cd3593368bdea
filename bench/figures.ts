import type { Company, Content } from './company.ts'
import { BOOKED, BULK, JOURNALS, SOUGHT_WORD } from './company.ts'
import type { Ground } from './ground.ts'
import { makeJournal } from './company.ts'
import type { Drawn, Recorded } from './pgbench.ts'
import { recordStatements } from './product.ts'
import type { Call } from './request.ts'

/** The requests to a server, and the expected answer. */
export interface Asked {
  method: 'GET' | 'POST'
  /** The route with `:parameters`. */
  route: string
  status: number
  /** The next request, with newly drawn keys. */
  call(): Call
}

/** One line of the bench: the requests to the service and to the minimal server, and the service's own SQL. */
export interface Figure {
  title: string
  ours: Asked
  minimal: Asked
  /** Undefined when the statement of one request cannot stand for many. */
  sql?: () => Promise<Recorded>
  /** Prepared requests of each client, which it repeats. */
  ready: number
}

/** The loaded company that the figures use. */
export interface Subject {
  ground: Ground
  company: Company
  content: Content
}

const DRAFTS = `${JOURNALS}/draft-entries`
const READY = 400
/** A bulk call's text has 160 KB. */
const READY_BULKS = 4
const PAGE = 20
const CURSOR_PAGE = 1000
const PAGES_MAX = 50
/** Placeholders for values that are drawn anew for each request; no other value equals them. */
const [FIRST_MARK, SECOND_MARK] = [987_654_321, 987_654_322]
const MARKED_PAGE = 37

/**
 * The figures of repeated requests, in the order they are printed. Writes come last, because they make the tables grow.
 */
export const FIGURES: Readonly<Record<string, (subject: Subject) => Figure>> = {
  health,
  single,
  page,
  cursor,
  filter,
  count,
  create: (subject) => create(subject, 'create one, 10 journals', subject.content.journals),
  'create-one': (subject) => ({
    ...create(subject, 'create one, 1 journal', subject.content.journals.slice(0, 1)),
    sql: () => recordCreate(subject),
  }),
  bulk,
}

function health({ company }: Subject): Figure {
  const asked = reads(company, '/health', () => '/health')
  return { title: '/health', ours: asked, minimal: asked, ready: 1 }
}

/** A draft entry by its number, drawn from all. */
function single({ ground, company, content }: Subject): Figure {
  const { firstDraft, lastDraft } = content
  const any = () => company.random.between(firstDraft, lastDraft)
  const drawn = [{ value: FIRST_MARK, expression: `random(${firstDraft}, ${lastDraft})` }]
  return {
    title: 'single read',
    ours: reads(company, `${DRAFTS}/:entryNumber`, () => `${DRAFTS}/${any()}`),
    minimal: reads(company, '', () => `${minimalDrafts(company)}/${any()}`),
    sql: () => record(ground, company, `${DRAFTS}/${FIRST_MARK}`, drawn),
    ready: READY,
  }
}

/** Twenty draft entries of a journal, of its first pages. */
function page({ ground, company, content }: Subject): Figure {
  const { journals, firstDraft, lastDraft } = content
  const pages = Math.min(PAGES_MAX, Math.floor((lastDraft - firstDraft + 1) / journals.length / PAGE) - 1)
  const path = (journal: number, skip: number) =>
    `${DRAFTS}/paged?filter=journalNumber%24eq%3A${journal}&skipPages=${skip}`
  const any = () => [company.random.pick(journals), company.random.between(0, pages)] as const
  const drawn = [
    { value: FIRST_MARK, expression: `random(${journals[0]!}, ${journals.at(-1)!})` },
    { value: MARKED_PAGE * PAGE, expression: `${PAGE} * random(0, ${pages})` },
  ]
  return {
    title: 'page of 20 of a journal',
    ours: reads(company, `${DRAFTS}/paged`, () => path(...any())),
    minimal: reads(company, '', () => {
      const [journal, skip] = any()
      return `${minimalDrafts(company)}/paged?journal=${journal}&skipPages=${skip}`
    }),
    sql: () => record(ground, company, path(FIRST_MARK, MARKED_PAGE), drawn),
    ready: READY,
  }
}

/** A thousand draft entries from anywhere in the list. */
function cursor({ ground, company, content }: Subject): Figure {
  const [from, to] = [content.firstDraft, content.lastDraft - CURSOR_PAGE]
  const any = () => company.random.between(from, to)
  const drawn = [{ value: FIRST_MARK, expression: `random(${from}, ${to})` }]
  return {
    title: 'cursor page of 1,000',
    ours: reads(company, DRAFTS, () => `${DRAFTS}?cursor=${any()}`),
    minimal: reads(company, '', () => `${minimalDrafts(company)}?cursor=${any()}`),
    sql: () => record(ground, company, `${DRAFTS}?cursor=${FIRST_MARK}`, drawn),
    ready: READY,
  }
}

/** Twenty booked entries with a word in their text, of a tenth of the list that begins anywhere. */
function filter({ ground, company, content }: Subject): Figure {
  const width = Math.floor(content.bookedEntries / 10)
  const last = content.bookedEntries - width
  const any = () => company.random.between(1, last)
  const path = (from: number, to: number) =>
    `${BOOKED}/paged?filter=${encodeURIComponent(
      `text$like:*${SOUGHT_WORD}*$and:entryNumber$gte:${from}$and:entryNumber$lt:${to}`,
    )}`
  const drawn = [
    { value: FIRST_MARK, expression: `random(1, ${last})` },
    { value: SECOND_MARK, expression: `:d0 + ${width}` },
  ]
  return {
    title: 'filtered page',
    ours: reads(company, `${BOOKED}/paged`, () => {
      const from = any()
      return path(from, from + width)
    }),
    minimal: reads(company, '', () => {
      const from = any()
      return `/${company.agreement}/booked-entries/paged?word=${SOUGHT_WORD}&from=${from}&to=${from + width}`
    }),
    sql: () => record(ground, company, path(FIRST_MARK, SECOND_MARK), drawn),
    ready: READY,
  }
}

/** All draft entries, counted. */
function count({ ground, company }: Subject): Figure {
  return {
    title: 'count',
    ours: reads(company, `${DRAFTS}/count`, () => `${DRAFTS}/count`),
    minimal: reads(company, '', () => `${minimalDrafts(company)}/count`),
    sql: () => record(ground, company, `${DRAFTS}/count`, []),
    ready: READY,
  }
}

/** One draft entry; the journal gives its voucher number. */
function create({ company }: Subject, title: string, journals: readonly number[]): Figure {
  const body = () => JSON.stringify(company.draft(company.random.pick(journals)))
  return {
    title,
    ours: writes(company, DRAFTS, body),
    minimal: writes(company, minimalDrafts(company), body),
    ready: READY,
  }
}

/**
 * The service's own statements for one entry in a new journal. Statements that check whether a voucher number is free
 * check another number each time.
 */
async function recordCreate({ ground, company }: Subject): Promise<Recorded> {
  const journal = await makeJournal(ground.port, company, { name: 'SQL', nextVoucherNumber: FIRST_MARK })
  const body = JSON.stringify(company.draft(journal))
  const recording = await recordStatements(ground.address, postCall(company, DRAFTS, body), [201])
  return { ...recording, drawn: [{ value: FIRST_MARK, expression: 'random(1, 900000000)', mayLack: true }] }
}

/** Five hundred draft entries of one journal in a call. */
function bulk({ company, content }: Subject): Figure {
  const body = () => {
    const journal = company.random.pick(content.journals)
    return JSON.stringify({ entries: Array.from({ length: BULK }, () => company.draft(journal)) })
  }
  return {
    title: 'bulk create of 500',
    ours: writes(company, `${DRAFTS}/bulk`, body),
    minimal: writes(company, `${minimalDrafts(company)}/bulk`, body),
    ready: READY_BULKS,
  }
}

/** The minimal server has the agreement in its paths. */
const minimalDrafts = ({ agreement }: Company): string => `/${agreement}/draft-entries`

function reads({ headers }: Company, route: string, path: () => string): Asked {
  return { method: 'GET', route, status: 200, call: () => ({ method: 'GET', path: path(), headers }) }
}

function writes(company: Company, route: string, body: () => string): Asked {
  return { method: 'POST', route, status: 201, call: () => postCall(company, route, body()) }
}

const postCall = ({ headers }: Company, path: string, body: string): Call => ({ method: 'POST', path, headers, body })

async function record(
  { address }: Ground,
  { headers }: Company,
  path: string,
  drawn: readonly Drawn[],
): Promise<Recorded> {
  return { ...(await recordStatements(address, { method: 'GET', path, headers }, [200, 404])), drawn }
}
