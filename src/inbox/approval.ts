import { ApiError, type Fault } from '../errors/catalogue.ts'
import { hashOfDraft } from '../ledger/drafts/content.ts'
import { isVoucherOf } from '../ledger/same-voucher.ts'
import type { ActionResult, Item, Work } from '../resource/operations.ts'

/** SQL: whether the draft voucher of the approval `t` is as it was submitted. */
export const IS_CURRENT = `coalesce(t.hash = ${hashOfDraft('t', 't.agreement')}, false)`

interface AskedApproval {
  journalNumber: number
  voucherNumber: number
  accountingYear?: string
  people: string[]
  note?: string
}

const SUBMIT = `
  INSERT INTO voucher_approval (agreement, number, state, accounting_year, journal_number, voucher_number, people, note,
    submitted_at, app, grant_number, person, is_person_claimed, hash)
  SELECT $1, take_numbers($1, 'voucher_approval', 1), 'submitted', h.accounting_year, h.journal_number,
    h.voucher_number, ARRAY(SELECT json_array_elements_text($5::json)), $6, clock_timestamp(), $7, $8, $9, $10, h.hash
  FROM (
    SELECT v.*, ${hashOfDraft('v')} AS hash
      FROM (SELECT $2::int AS journal_number, $3::text AS accounting_year, $4::int AS voucher_number) AS v
  ) AS h WHERE h.hash IS NOT NULL
  RETURNING number`

/** Asks people to approve a draft voucher as it is now. @throws ApiError */
export async function submitVoucher(
  work: Work,
  { body, faults }: { body: Item; faults: Fault[] },
): Promise<ActionResult> {
  const { transaction, caller } = work
  const asked = body as unknown as AskedApproval
  const people = await peopleOf(work, asked.people, faults)
  const year = await yearOf(work, asked, faults)
  if (faults.length > 0 || year === undefined) return { status: 204 }
  const { journalNumber, voucherNumber, note = null } = asked
  const { agreement, app, grantNumber, person } = caller
  const [row] = await transaction.rows<{ number: number }>(SUBMIT, [
    agreement,
    journalNumber,
    year,
    voucherNumber,
    JSON.stringify(people),
    note,
    app,
    grantNumber,
    person?.initials ?? null,
    person?.isClaimed ?? false,
  ])
  // It was booked or deleted since its year was read.
  if (!row) throw new ApiError(noVoucher(asked))
  return { status: 201, body: JSON.stringify(row), location: `/voucher-approvals/${row.number}` }
}

/** The active people that are named, as they are written, each once. */
async function peopleOf({ transaction, caller }: Work, named: readonly string[], faults: Fault[]): Promise<string[]> {
  if (named.length === 0) faults.push({ code: 'ValueRequired', property: 'people', message: 'people is empty.' })
  const found = await transaction.rows<{ initials: string | null }>(
    `SELECT p.initials FROM json_array_elements_text($2::json) WITH ORDINALITY AS s(named, place)
     LEFT JOIN person p ON p.agreement = $1 AND fold(p.initials) = fold(s.named) AND NOT p.is_barred ORDER BY s.place`,
    [caller.agreement, JSON.stringify(named)],
  )
  for (const [at, { initials }] of found.entries()) {
    if (initials === null) faults.push({ code: 'PersonDoesNotExist', property: `people[${at}]` })
  }
  return [...new Set(found.flatMap(({ initials }) => initials ?? []))]
}

const noVoucher = ({ journalNumber, voucherNumber }: AskedApproval): Fault => ({
  code: 'ApprovalVoucherDoesNotExist',
  property: 'voucherNumber',
  message: `Journal ${journalNumber} has no draft voucher ${voucherNumber}.`,
})

/** The accounting year of the draft voucher. */
async function yearOf(
  { transaction, caller }: Work,
  asked: AskedApproval,
  faults: Fault[],
): Promise<string | undefined> {
  const { journalNumber, voucherNumber, accountingYear = null } = asked
  const years = await transaction.rows<{ year: string }>(
    `SELECT DISTINCT d.accounting_year AS year FROM draft_entry d
     WHERE d.agreement = $1 AND d.journal_number = $2 AND d.voucher_number = $3
       AND ($4::text IS NULL OR d.accounting_year = $4)
     ORDER BY 1`,
    [caller.agreement, journalNumber, voucherNumber, accountingYear],
  )
  if (years.length === 0) faults.push(noVoucher(asked))
  else if (years.length > 1) {
    const message = `The journal has draft vouchers of that number in ${years.map(({ year }) => year).join(' and ')}.`
    faults.push({ code: 'ValueRequired', property: 'accountingYear', message })
  }
  return years[0]?.year
}

/** Approves a draft voucher that is as it was submitted. @throws ApiError */
export async function approveVoucher(work: Work, { path, body }: { path: Item; body: Item }): Promise<ActionResult> {
  const number = path.number as number
  const { isCurrent, later } = await waiting(work, number)
  if (later !== null || !isCurrent) {
    const why =
      later === null
        ? 'The draft was changed, booked or deleted since it was submitted.'
        : `It was submitted again as ${later}.`
    throw new ApiError({ code: 'ApprovalIsOutdated', property: 'number', message: why })
  }
  return await decide(work, number, 'approved', body.reason as string | undefined)
}

/** Rejects a draft voucher. @throws ApiError */
export async function rejectVoucher(work: Work, { path, body }: { path: Item; body: Item }): Promise<ActionResult> {
  const number = path.number as number
  await waiting(work, number)
  return await decide(work, number, 'rejected', body.reason as string)
}

interface Waiting {
  state: string
  people: string
  isCurrent: boolean
  /** A later approval of the same voucher. */
  later: number | null
}

/** An approval that waits for the caller, locked. @throws ApiError 404, 403, ApprovalIsDecided */
async function waiting({ transaction, caller }: Work, number: number): Promise<Waiting> {
  const [found] = await transaction.rows<Waiting>(
    `SELECT t.state, array_to_json(t.people)::text AS people, ${IS_CURRENT} AS "isCurrent",
       (SELECT max(l.number) FROM voucher_approval l WHERE l.agreement = $1 AND ${isVoucherOf('l', 't')}
         AND l.number > t.number) AS later
     FROM voucher_approval t WHERE t.agreement = $1 AND t.number = $2 FOR NO KEY UPDATE OF t`,
    [caller.agreement, number],
  )
  if (!found) throw new ApiError({ code: 'ApprovalDoesNotExist', property: 'number' })
  const { person } = caller
  if (!person) throw new ApiError({ code: 'ApprovalNeedsPerson', property: 'number' })
  const people = JSON.parse(found.people) as string[]
  if (!people.includes(person.initials)) {
    const message = `${people.join(', ')} were asked, not ${person.initials}.`
    throw new ApiError({ code: 'ApprovalNotAskedOf', property: 'number', message })
  }
  if (found.state === 'submitted') return found
  throw new ApiError({ code: 'ApprovalIsDecided', property: 'number', message: `It is ${found.state}.` })
}

async function decide(
  { transaction, caller: { agreement, person } }: Work,
  number: number,
  state: 'approved' | 'rejected',
  reason: string | undefined,
): Promise<ActionResult> {
  await transaction.rows(
    `UPDATE voucher_approval SET state = $3, reason = $4, decided_at = clock_timestamp(), decided_by = $5,
      is_decided_by_claimed = $6
     WHERE agreement = $1 AND number = $2`,
    [agreement, number, state, reason ?? null, person!.initials, person!.isClaimed],
  )
  return { status: 204 }
}
