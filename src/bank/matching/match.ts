import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../../ledger/arrays.ts'
import { bookEntries } from '../../ledger/booking/book.ts'
import { createDraftLists, type DraftEntryInput, type SentDraft } from '../../ledger/drafts/drafts.ts'
import { lockJournal } from '../../ledger/drafts/facts.ts'
import { takeVoucherNumbers } from '../../ledger/drafts/voucher-numbers.ts'
import type { ActionResult, Item, Work } from '../../resource/operations.ts'
import { jsonOf } from '../money.ts'
import type { AskedMatches } from './asked.ts'
import { matchFacts } from './facts.ts'
import { type MatchPlan, planOf } from './plan.ts'
import { settlePayments } from '../payments/settle.ts'
import { refuseReconciled } from '../reconciliation.ts'

/** A plan with the voucher that is made for it, and the numbers of its draft entries. */
interface Drafted extends MatchPlan {
  journalNumber: number | undefined
  voucherNumber: number | undefined
  draftEntries: number[]
}

/**
 * Says what bank lines belong to in the ledger: all matches of a request or none. Makes a voucher for what is not there
 * yet. @throws ApiError
 */
export async function matchLines(work: Work, { body, faults }: { body: Item; faults: Fault[] }): Promise<ActionResult> {
  return await carryOut(work, body as unknown as AskedMatches, faults)
}

/** Who matches: for the company itself, no app. */
interface Matching {
  transaction: Transaction
  caller: Pick<Work['caller'], 'agreement' | 'baseCurrency' | 'roles'> & { app: number | null }
}

/** Carries out matches that no request asks for; where asked, books what is not there yet. @throws ApiError */
export async function matchUnasked(
  transaction: Transaction,
  caller: Pick<Work['caller'], 'agreement' | 'baseCurrency'>,
  asked: Pick<AskedMatches, 'matches' | 'book'>,
): Promise<void> {
  const faults: Fault[] = []
  await carryOut({ transaction, caller: { ...caller, app: null, roles: ['SuperUser'] } }, asked, faults)
  throwFaults(faults)
}

async function carryOut(
  work: Matching,
  { matches, book, preview }: AskedMatches,
  faults: Fault[],
): Promise<ActionResult> {
  const { transaction, caller } = work
  const { agreement } = caller
  const facts = await matchFacts(transaction, agreement, matches)
  const plans = matches.flatMap((match, at) => {
    const own: Fault[] = []
    const plan = planOf(match, facts, own)
    faults.push(...own.map((fault) => placed(fault, `matches[${at}]`)))
    return plan ?? []
  })
  faults.push(...named(matches))
  if (faults.length > 0) return { status: 200, body: '{}' }
  const days = plans.flatMap(({ account, bankLines }) =>
    bankLines.map((number) => ({ account: account.number, day: facts.lines.get(number)!.date })),
  )
  await refuseReconciled(transaction, agreement, days)
  const drafted = await draft(work, plans, faults)
  if (faults.length > 0) return { status: 200, body: '{}' }
  const numbers = await record(transaction, caller, drafted)
  const paidOut = drafted.flatMap((one, at) => one.paidOut.map((item) => ({ ...item, match: numbers + at })))
  await settlePayments(transaction, agreement, paidOut)
  if (book) await bookAll(work, drafted)
  const told = drafted.map((one, at) => toldOf(one, numbers + at, book === true))
  const answer = jsonOf({ number: numbers, matches: told })
  return preview ? { status: 200, body: answer } : { status: 201, body: answer, location: `/bank-matches/${numbers}` }
}

const placed = (fault: Fault, place: string): Fault => ({ ...fault, property: `${place}.${fault.property}` })

/** Lines and entries that several matches name. */
function named(matches: AskedMatches['matches']): Fault[] {
  const faults: Fault[] = []
  for (const list of ['bankLines', 'entries', 'drafts'] as const) {
    const seen = new Set<number>()
    for (const [at, match] of matches.entries()) {
      for (const [place, number] of (match[list] ?? []).entries()) {
        if (seen.has(number)) faults.push({ code: 'BankMatchNamesTwice', property: `matches[${at}].${list}[${place}]` })
        seen.add(number)
      }
    }
  }
  return faults
}

/** Drafts the vouchers of all plans with the next numbers of their journals. */
async function draft(
  { transaction, caller }: Matching,
  plans: readonly MatchPlan[],
  faults: Fault[],
): Promise<Drafted[]> {
  const waiting = new Map<number, number[]>()
  for (const [at, { drafts, account }] of plans.entries()) {
    if (drafts.length > 0) waiting.set(account.journalNumber!, [...(waiting.get(account.journalNumber!) ?? []), at])
  }
  const numbers = new Map<number, number>()
  for (const [journalNumber, places] of waiting) {
    const journal = await lockJournal(transaction, caller.agreement, journalNumber)
    const taken = await takeVoucherNumbers(transaction, caller.agreement, journal!, places.length)
    for (const [index, at] of places.entries()) numbers.set(at, taken[index]!)
  }
  const inputs = plans.flatMap(({ drafts, account }, at) =>
    drafts.map((one): DraftEntryInput => ({
      ...one,
      journalNumber: account.journalNumber!,
      voucherNumber: numbers.get(at)!,
    })),
  )
  const list = inputs.map((input): SentDraft => ({ input, faults: [] }))
  const [made = []] = list.length === 0 ? [] : await createDraftLists(transaction, caller, [list])
  let next = 0
  return plans.map((plan, at) => {
    const own = list.slice(next, next + plan.drafts.length)
    faults.push(...own.flatMap((one) => one.faults.map((fault) => placed(fault, `matches[${at}].lines`))))
    const draftEntries = made.slice(next, next + plan.drafts.length)
    next += plan.drafts.length
    const journalNumber = numbers.has(at) ? plan.account.journalNumber! : undefined
    return { ...plan, journalNumber, voucherNumber: numbers.get(at), draftEntries }
  })
}

const RECORD = `WITH sent AS (
    SELECT * FROM json_to_recordset($3::json) AS m(place int, account int, journal int, voucher int, year text,
      draft int, there boolean, lines int[], entries int[])
  ), taken AS (
    SELECT take_numbers($1, 'bank_match', count(*)::int) AS first FROM sent
  ), made AS (
    INSERT INTO bank_match (agreement, number, bank_account_number, matched_at, app, accounting_year, journal_number,
      voucher_number, was_there)
    SELECT $1, taken.first + s.place, s.account, clock_timestamp(), $2,
      coalesce(s.year, (SELECT d.accounting_year FROM draft_entry d WHERE d.agreement = $1
        AND d.entry_number = s.draft)), s.journal, s.voucher, s.there
    FROM sent s, taken ORDER BY s.place RETURNING number
  ), of_entries AS (
    INSERT INTO bank_match_entry (agreement, match_number, entry_number)
    SELECT $1, taken.first + s.place, e FROM sent s, taken, unnest(s.entries) AS e WHERE EXISTS (SELECT FROM made)
      RETURNING 1
  ), of_lines AS (
    UPDATE bank_line b SET match_number = taken.first + s.place FROM sent s, taken
    WHERE b.agreement = $1 AND b.number = ANY (s.lines) AND EXISTS (SELECT FROM made) RETURNING 1
  )
  SELECT taken.first, (SELECT count(*) FROM of_entries) + (SELECT count(*) FROM of_lines) AS counted FROM taken`

/** Writes the matches, and which lines and entries are theirs. @returns the number of the first. */
async function record(
  transaction: Transaction,
  { agreement, app }: Matching['caller'],
  drafted: readonly Drafted[],
): Promise<number> {
  // Matches whose voucher went unbooked let go of lines that are matched anew.
  await transaction.rows(`UPDATE bank_line SET match_number = NULL WHERE agreement = $1 AND number = ANY ($2::int[])`, [
    agreement,
    arrayOf(elements(drafted.flatMap(({ bankLines }) => bankLines))),
  ])
  const sent = drafted.map(({ account, bankLines, entries, voucher, ...own }, place) => ({
    place,
    account: account.number,
    journal: voucher?.journalNumber ?? own.journalNumber ?? null,
    voucher: voucher?.voucherNumber ?? own.voucherNumber ?? null,
    year: voucher?.accountingYear ?? null,
    draft: own.draftEntries[0] ?? null,
    there: voucher !== undefined,
    lines: bankLines,
    entries,
  }))
  const [row] = await transaction.rows<{ first: number }>(RECORD, [agreement, app, JSON.stringify(sent)])
  return row!.first
}

/** Books the vouchers that were made, journal by journal. */
async function bookAll({ transaction, caller }: Matching, drafted: readonly Drafted[]): Promise<void> {
  const journals = new Map<number, number[]>()
  for (const { journalNumber, draftEntries } of drafted) {
    if (journalNumber !== undefined)
      journals.set(journalNumber, [...(journals.get(journalNumber) ?? []), ...draftEntries])
  }
  for (const [journalNumber, entryNumbers] of journals) {
    await bookEntries(transaction, {
      agreement: caller.agreement,
      journalNumber,
      selection: { kind: 'entries', entryNumbers },
      mayApprove: caller.roles.includes('SuperUser'),
    })
  }
}

function toldOf(
  { bankLines, entries, journalNumber, voucherNumber, voucher, draftEntries, drafts }: Drafted,
  number: number,
  isBooked: boolean,
): object {
  return {
    number,
    bankLines,
    entries,
    journalNumber: voucher?.journalNumber ?? journalNumber ?? null,
    voucherNumber: voucher?.voucherNumber ?? voucherNumber ?? null,
    draftEntries: isBooked ? [] : draftEntries,
    postings: drafts.map(
      ({
        entryTypeNumber,
        accountNumber,
        customerNumber,
        customerInvoiceNumber,
        supplierNumber,
        supplierInvoiceNumber,
        amount,
        currency,
        vatCode,
      }) => ({
        entryTypeNumber,
        accountNumber,
        customerNumber,
        invoiceNumber: customerInvoiceNumber ?? supplierInvoiceNumber,
        supplierNumber,
        amount,
        currency,
        vatCode,
      }),
    ),
  }
}
