import type { DraftBody, NaiveAccrual, NaiveDraft } from './naive-drafts.ts'
import type { MasterChange } from './naive-changes.ts'
import { addDays, bearsVat, type Day, type NaiveFacts, nameOfYear, periodsOf } from './naive-facts.ts'
import { bearsSales, type InvoiceBody } from './naive-invoices.ts'

/** Which drafts of a journal to book. */
export type NaiveSelection =
  | { kind: 'all' }
  | { kind: 'dates'; from: Day; to: Day }
  | { kind: 'entries'; entryNumbers: number[] }

/** A step that changes the books. */
export type Step =
  | { do: 'draft'; entries: DraftBody[] }
  /** One voucher of a journal, which gives it its number. */
  | { do: 'voucher'; journal: number; entries: DraftBody[] }
  | ({ do: 'accrue'; journal: number; entry: number } & NaiveAccrual)
  | { do: 'discard'; entry: number }
  | { do: 'empty'; journal: number }
  | { do: 'book'; journal: number; selection: NaiveSelection }
  | { do: 'invoice'; body: InvoiceBody }
  | { do: 'match'; entries: number[] }
  | { do: 'takeBack'; match: number }
  | ({ do: 'reverse'; journal: number; year: string; voucher: number; date: Day } & {
      booking: number | undefined
      text: string | undefined
    })
  | { do: 'bar'; what: 'period'; year: string; number: number; barred: boolean }
  | { do: 'bar'; what: 'account' | 'customer' | 'supplier'; number: number; barred: boolean }
  | { do: 'open'; from: Day; to: Day }
  | { do: 'close'; year: string }
  | ({ do: 'change' } & MasterChange)

/** The outcome of a step: `property: code` of every fault, in alphabetical order; without faults the answer. */
export type Outcome = { faults: string[] } | { answer: unknown }

/** What came of a step that answers nothing. */
export const DONE: Outcome = { answer: null }
/** What came of a step with faults. */
export const refused = (...faults: string[]): Outcome => ({ faults: faults.sort() })

/** Whether a draft is among those to book. */
export function isChosen(draft: NaiveDraft, selection: NaiveSelection): boolean {
  if (selection.kind === 'entries') return selection.entryNumbers.includes(draft.number)
  return selection.kind === 'all' || (selection.from <= draft.date && draft.date <= selection.to)
}

/** The entries that must balance with each other, in the order they are booked: by date, voucher and number. */
export function unitsOf(drafts: readonly NaiveDraft[], byMonth: boolean): NaiveDraft[][] {
  const order = (a: NaiveDraft, b: NaiveDraft): number =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : a.voucherNumber - b.voucherNumber || a.number - b.number
  const units = new Map<string, NaiveDraft[]>()
  for (const draft of [...drafts].sort(order)) {
    const key = `${draft.year} ${draft.voucherNumber} ${byMonth ? draft.date.slice(0, 7) : draft.date}`
    units.set(key, [...(units.get(key) ?? []), draft])
  }
  return [...units.values()]
}

/** What keeps an account from being barred. */
function barringFaults(facts: NaiveFacts, account: number): string[] {
  const { rounding, result, difference } = facts
  const faults: string[] = []
  if ([rounding, result, difference].includes(account)) faults.push('isBarred: AccountInUse')
  if (bearsVat(facts, account)) faults.push('isBarred: BarredAccountUsedByVatAccounts')
  if (bearsSales(account)) faults.push('isBarred: BarredAccountUsedByProductGroups')
  return faults
}

/** Bars or frees a period, an account or a party. */
export function bar(facts: NaiveFacts, step: Extract<Step, { do: 'bar' }>): Outcome {
  if (step.what === 'period') {
    const year = facts.years.find(({ name }) => name === step.year)!
    if (year.closed) return refused('year: AccountingYearIsClosed')
    year.periods.find(({ number }) => number === step.number)!.barred = step.barred
    return DONE
  }
  const faults = step.what === 'account' && step.barred ? barringFaults(facts, step.number) : []
  if (faults.length > 0) return refused(...faults)
  const { accounts, customers, suppliers } = facts
  const all = { account: accounts, customer: customers, supplier: suppliers }
  all[step.what].get(step.number)!.barred = step.barred
  return DONE
}

/** A further year; it begins where the last one ended. */
export function openYear({ years }: NaiveFacts, from: Day, to: Day): Outcome {
  const last = years.at(-1)
  if (last && from > addDays(last.to, 1)) return refused('dateFrom: ThereAreGapsBetweenAccountingYears')
  const name = nameOfYear(from, years)
  years.push({ name, from, to, closed: false, periods: periodsOf(from, to) })
  return { answer: { year: name } }
}
