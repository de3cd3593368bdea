import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { DEPRECIATIONS_MAX } from '../../limits.ts'
import { monthsTouched } from '../booking/accrual.ts'
import { createDraftLists, type DraftContext, type DraftEntryInput, type SentDraft } from '../drafts/drafts.ts'
import { lockJournal } from '../drafts/facts.ts'
import { takeVoucherNumbers } from '../drafts/voucher-numbers.ts'
import { grouped } from '../grouped.ts'
import { lockLedger } from '../lock.ts'
import { centsToText, divideRounded } from '../money.ts'
import { type AssetFact, assetFacts, standsAt } from './asset-facts.ts'

/** Depreciation of an asset for a month. */
interface Depreciated {
  asset: AssetFact
  month: string
  cents: bigint
  bookValue: bigint
}

/** What is drafted. Decimal text. */
export interface Depreciations {
  to: string
  items: { assetNumber: number; groupNumber: number; date: string; amount: string; bookValue: string }[]
  vouchers: { journalNumber: number; voucherNumber: number; date: string; amount: string }[]
  amount: string
}

/**
 * Drafts the depreciation of every asset for each month that has ended by `to` (MONTH.md 5): a voucher each month and
 * journal, dated on the month's last day. Straight line: cost / life time in months, rounded; the last month takes what
 * is left. The month that an asset starts in counts whole, the month in which it leaves the books does not. Only what
 * is neither booked nor drafted yet is drafted, so twice drafts nothing twice. What belongs to months that take no
 * entries any more comes in the first month that does.
 * @throws ApiError with all faults: groups that do not say their accounts and journal, what the drafts break.
 */
export async function depreciate(transaction: Transaction, context: DraftContext, to: string): Promise<Depreciations> {
  const { agreement } = context
  const { texts } = await lockLedger(transaction, agreement)
  const due = await allDue(transaction, agreement, to)
  throwFaults(groupFaults(due))
  if (due.length > DEPRECIATIONS_MAX) {
    const message = `${due.length} amounts are to be drafted, and at most ${DEPRECIATIONS_MAX} can be at once: give an earlier day first.`
    throw new ApiError({ code: 'ValueOutOfRange', property: 'to', message })
  }
  const vouchers = vouchersOf(due)
  const numbers = await draft(transaction, context, vouchers, texts.depreciation)
  return {
    to,
    items: due.map(({ asset, month, cents, bookValue }) => ({
      assetNumber: asset.number,
      groupNumber: asset.groupNumber,
      date: month,
      amount: centsToText(cents),
      bookValue: centsToText(bookValue),
    })),
    vouchers: [...vouchers].map(([key, lines]) => ({
      journalNumber: lines[0]!.asset.journalNumber!,
      voucherNumber: numbers.get(key)!,
      date: lines[0]!.month,
      amount: centsToText(sumOf(lines)),
    })),
    amount: centsToText(sumOf(due)),
  }
}

/** How many months of depreciation are neither booked nor drafted by a day. */
export async function dueDepreciations(transaction: Transaction, agreement: number, to: string): Promise<number> {
  return (await allDue(transaction, agreement, to)).length
}

async function allDue(transaction: Transaction, agreement: number, to: string): Promise<Depreciated[]> {
  const [assets, months] = await Promise.all([
    assetFacts(transaction, agreement),
    transaction.rows<{ month: string }>(OPEN_MONTHS, [agreement, to]),
  ])
  return assets.flatMap((asset) => dueOf(asset, months))
}

const sumOf = (lines: readonly Depreciated[]): bigint => lines.reduce((sum, { cents }) => sum + cents, 0n)

/** What an asset lacks of its plan, by month. */
function dueOf(asset: AssetFact, months: readonly { month: string }[]): Depreciated[] {
  // What has left the books is depreciated no more, not for months before either: they are in its gain or loss.
  if (standsAt(asset).cost <= 0n) return []
  const due: Depreciated[] = []
  let added = 0n
  for (const { month } of months) {
    if (asset.opening && month <= asset.opening.date) continue
    const { cost, depreciation } = standsAt(asset, month)
    const lacking = plannedAt(asset, cost, month) - depreciation - added
    if (lacking <= 0n) continue
    added += lacking
    due.push({ asset, month, cents: lacking, bookValue: cost - depreciation - added })
  }
  return due
}

/** What is to be depreciated of a cost by the end of a month. */
function plannedAt({ startDate, lifeTimeMonths }: AssetFact, cost: bigint, month: string): bigint {
  const passed = monthsTouched(startDate, month)
  if (passed <= 0 || cost <= 0n) return 0n
  if (passed >= lifeTimeMonths) return cost
  const planned = BigInt(passed) * divideRounded(cost, BigInt(lifeTimeMonths))
  return planned < cost ? planned : cost
}

const NEEDED = {
  depreciationAccountNumber: 'account of depreciation',
  expenseAccountNumber: 'account of the cost of depreciation',
  journalNumber: 'journal',
} as const

function groupFaults(due: readonly Depreciated[]): Fault[] {
  const groups = new Map(due.map(({ asset }) => [asset.groupNumber, asset]))
  return [...groups.values()].flatMap((group) => lackingOf(group, NEEDED, 'to'))
}

/** The faults of a group that does not say what is needed. */
export function lackingOf<Name extends keyof AssetFact>(
  group: AssetFact,
  needed: Readonly<Record<Name, string>>,
  property: string,
): Fault[] {
  return (Object.keys(needed) as Name[])
    .filter((name) => group[name] === null)
    .map((name) => ({
      code: 'AssetGroupLacksAccounts',
      property,
      message: `Asset group ${group.groupNumber} has no ${needed[name]}: set its ${name}.`,
    }))
}

/** The lines by voucher: one each month and journal. */
function vouchersOf(due: readonly Depreciated[]): Map<string, Depreciated[]> {
  const sorted = due.toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0))
  return grouped(sorted, ({ month, asset }) => `${month} ${asset.journalNumber}`)
}

/** @returns the numbers of the vouchers, by their keys. */
async function draft(
  transaction: Transaction,
  context: DraftContext,
  vouchers: ReadonlyMap<string, readonly Depreciated[]>,
  textOf: (asset: string) => string,
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  const journalOf = ([line]: readonly Depreciated[]): number => line!.asset.journalNumber!
  const journals = [...new Set([...vouchers.values()].map(journalOf))].sort((a, b) => a - b)
  for (const journalNumber of journals) {
    const own = [...vouchers].filter(([, lines]) => journalOf(lines) === journalNumber)
    const journal = await lockJournal(transaction, context.agreement, journalNumber)
    const taken = await takeVoucherNumbers(transaction, context.agreement, journal!, own.length)
    for (const [at, [key]] of own.entries()) numbers.set(key, taken[at]!)
  }
  const list = [...vouchers].flatMap(([key, lines]) =>
    lines.map(({ asset, month, cents }): SentDraft => ({
      input: {
        entryTypeNumber: 5,
        journalNumber: asset.journalNumber!,
        voucherNumber: numbers.get(key)!,
        date: month,
        accountNumber: asset.depreciationAccountNumber!,
        contraAccountNumber: asset.expenseAccountNumber!,
        amount: centsToText(-cents),
        currency: context.baseCurrency,
        text: textOf(asset.text ?? String(asset.number)).slice(0, 250),
        assetNumber: asset.number,
        ...(asset.departmentNumber !== null && { departmentNumber: asset.departmentNumber }),
      } satisfies DraftEntryInput,
      faults: [],
    })),
  )
  if (list.length === 0) return numbers
  await createDraftLists(transaction, context, [list])
  throwFaults(list.flatMap(({ input, faults }) => faults.map((fault) => told(input, fault))))
  return numbers
}

/** A fault of a draft, as one of the request. */
const told = ({ assetNumber, date }: Partial<DraftEntryInput>, { code, message }: Fault): Fault => ({
  code,
  property: 'to',
  message: `Asset ${assetNumber}, ${date}: ${message ?? code}`,
})

/** The last days of months up to `$2` that take entries. */
const OPEN_MONTHS = `
  SELECT m.month FROM (
    SELECT (date_trunc('month', first.day) + (n + 1) * interval '1 month')::date - 1 AS month
    FROM (
        SELECT min(y.date_from) AS day, max(y.date_to) AS last FROM accounting_year y
        WHERE y.agreement = $1 AND NOT y.is_closed
      ) AS first,
      generate_series(
        0, (date_part('year', least($2::date, first.last)) - date_part('year', first.day))::int * 12 + 12) AS n
  ) AS m
  JOIN accounting_period p ON p.agreement = $1 AND m.month BETWEEN p.date_from AND p.date_to AND NOT p.is_barred
    AND NOT p.is_closed
  JOIN accounting_year y ON y.agreement = $1 AND y.year = p.year AND NOT y.is_closed
  WHERE m.month <= $2::date ORDER BY m.month`
