import { setTimeout as delay } from 'node:timers/promises'
import type { Closing } from './closing.ts'
import { BANK, type Company, DAYBOOK, load, openCompany } from './company.ts'
import { type Ground, openGround } from './ground.ts'
import { loadNow } from './machine.ts'
import { readBankOptions } from './options.ts'
import { processTrees } from './process-tree.ts'
import { send, type Tokens } from './request.ts'

const IBAN = 'DK5000400440116243'
/** Of the second account, which takes ten times as many lines. */
const LARGE = { iban: 'GB29NWBK60161331926819', accountNumber: 5810 }
const ROUNDS = 5
const SEED = 44
const PAGE_BYTES = 4096
const MEGABYTE = 1_048_576
/** Milliseconds between two looks at the memory of the service's processes. */
const LOOK = 20

interface Line {
  date: string
  /** In øre. */
  amount: number
  text: string
}

/**
 * Reads a statement, suggests what its lines are beside many entries, and reads one ten times as long; prints times and
 * memory.
 */
export async function measureBank(words: readonly string[], closing: Closing): Promise<void> {
  const { lines: many, entries } = readBankOptions(words)
  const ground = await openGround(closing)
  const company = await openCompany(ground, 'Bank', SEED)
  const { bookedEntries } = await load(ground, company, { drafts: 500, booked: entries })
  await openAccount(ground, company.headers, 1, { iban: IBAN, accountNumber: BANK })
  await openAccount(ground, company.headers, 2, LARGE)
  const before = loadNow()
  const lines = await linesOf(ground, company, many)
  const first = await read(ground, company.headers, camt(IBAN, lines))
  const again = await read(ground, company.headers, camt(IBAN, lines))
  const suggested: number[] = []
  let found: Suggested[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now()
    found = await getJson(ground, company.headers, `${DAYBOOK}/bank-suggestions?bankAccountNumber=1`)
    suggested.push(Math.round(performance.now() - begun))
  }
  const large = await read(ground, company.headers, camt(LARGE.iban, coffees(many * 10)))
  const confident = (what: string): number =>
    found.filter(({ suggestions: [best] }) => best?.confidence === what).length
  process.stdout.write(
    `${many} lines read in ${first.milliseconds} ms (${first.memory}), once more in ${again.milliseconds} ms; ` +
      `${found.length} open lines suggested beside ${bookedEntries} entries in ${suggested.join(', ')} ms ` +
      `(${confident('sure')} sure, ${confident('likely')} likely); ` +
      `${many * 10} lines read in ${large.milliseconds} ms (${large.memory}); load before ${before.toFixed(1)}\n`,
  )
}

interface Suggested {
  suggestions: { confidence: string }[]
}

async function openAccount({ port }: Ground, headers: Tokens, number: number, more: object): Promise<void> {
  const body = JSON.stringify({ number, name: `Bank ${number}`, journalNumber: 1, ...more })
  await send(port, { method: 'POST', path: `${DAYBOOK}/bank-accounts`, headers, body }, 201)
}

async function getJson<T>({ port }: Ground, headers: Tokens, path: string): Promise<T> {
  const { bytes } = await send(port, { method: 'GET', path, headers }, 200)
  return JSON.parse(Buffer.from(bytes).toString()) as T
}

/** Payments of open items, lines of entries that are booked, and cards, in the order of days. */
async function linesOf({ database }: Ground, { agreement, random }: Company, many: number): Promise<Line[]> {
  const rows = async (statement: string, limit: number): Promise<Line[]> =>
    (await database.query<Line>(statement, [agreement, limit])).rows
  const items = await rows(
    `SELECT date::text, (100 * remainder_in_currency)::int AS amount, 'Faktura ' || invoice_number AS text FROM open_item
     WHERE agreement = $1 AND remainder_in_currency <> 0 AND invoice_number IS NOT NULL ORDER BY entry_number LIMIT $2`,
    Math.floor(many * 0.5),
  )
  const booked = await rows(
    `SELECT date::text, (100 * amount)::int AS amount, coalesce(text, 'Betaling') AS text FROM booked_entry
     WHERE agreement = $1 AND account_number = ${BANK} ORDER BY entry_number LIMIT $2`,
    Math.floor(many * 0.25),
  )
  const [from, to] = ['2026-01-01', '2026-12-28']
  const cards = Array.from({ length: many - items.length - booked.length }, (_, at): Line => ({
    date: at % 2 === 0 ? from : to,
    amount: -random.between(1_000, 99_999),
    text: `Kortkøb NETTO ${random.between(1_000, 9_999)}`,
  }))
  return [...items, ...booked, ...cards].sort((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  )
}

const coffees = (many: number): Line[] =>
  Array.from({ length: many }, (_, at) => ({
    date: '2026-05-04',
    amount: -3_500 - (at % 100),
    text: `Kaffe ${at % 977}`,
  }))

const decimal = (amount: number): string => (Math.abs(amount) / 100).toFixed(2)
const side = (amount: number): string =>
  `<Amt Ccy="DKK">${decimal(amount)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

/** A camt.053 file of the lines, from a balance of nothing. */
function camt(iban: string, lines: readonly Line[]): string {
  const balance = (kind: string, amount: number, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${side(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const closing = lines.reduce((sum, { amount }) => sum + amount, 0)
  const entry = ({ date, amount, text }: Line): string =>
    `<Ntry>${side(amount)}<Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${text.replaceAll('&', '&amp;')}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>DKK</Ccy></Acct>${balance('OPBD', 0, lines[0]!.date)}${balance('CLBD', closing, lines.at(-1)!.date)}
${lines.map(entry).join('\n')}</Stmt></BkToCstmrStmt></Document>`
}

/**
 * Sends a file. @returns how long it took, and the most memory that a parser and another process of the service had
 * meanwhile.
 */
async function read(
  { port, pid }: Ground,
  headers: Tokens,
  file: string,
): Promise<{ milliseconds: number; memory: string }> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'statement.xml')
  const most = { parser: 0, service: 0 }
  let isOver = false
  const look = async (): Promise<void> => {
    for (const { name, pages } of (await processTrees())(pid)) {
      if (name.includes('postgres')) continue
      const what = name.includes('parser') ? 'parser' : 'service'
      most[what] = Math.max(most[what], pages)
    }
  }
  const looking = (async () => {
    while (!isOver) {
      await look()
      await delay(LOOK)
    }
  })()
  const begun = performance.now()
  try {
    const to = `http://127.0.0.1:${port}${DAYBOOK}/bank-statements`
    const reply = await fetch(to, { method: 'POST', headers, body: form })
    const text = await reply.text()
    const milliseconds = Math.round(performance.now() - begun)
    if (reply.status !== 201) throw new Error(`the statement was answered ${reply.status}: ${text.slice(0, 1_000)}`)
    const megabytes = (pages: number): number => Math.round((pages * PAGE_BYTES) / MEGABYTE)
    const memory = `at most ${megabytes(most.parser)} MB in a parser, ${megabytes(most.service)} MB in the service`
    return { milliseconds, memory }
  } finally {
    isOver = true
    await looking
  }
}
