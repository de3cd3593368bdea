import type { Fault } from '../../errors/catalogue.ts'
import type { DraftEntryInput } from '../../ledger/drafts/drafts.ts'
import { centsOf, centsToText } from '../../ledger/money.ts'
import { dividedByVat, limitFaults } from '../../ledger/matching/write-off.ts'
import { sumOf } from '../money.ts'
import { type AskedItem, type AskedMatch, itemKey } from './asked.ts'
import { type AccountFact, type ItemFact, type LineFact, type MatchFacts } from './facts.ts'

/** What a match becomes: the entries that are there, and the draft entries of the voucher that is made for the rest. */
export interface MatchPlan {
  account: AccountFact
  bankLines: number[]
  entries: number[]
  /** The voucher of drafts that were there. */
  voucher: { journalNumber: number; accountingYear: string; voucherNumber: number } | undefined
  drafts: Omit<DraftEntryInput, 'journalNumber'>[]
  /** Items of suppliers that it pays. */
  paidOut: { supplierNumber: number; invoiceNumber: string }[]
}

/** The plan of a match, or undefined with its faults; properties are named from the match on. */
export function planOf(match: AskedMatch, facts: MatchFacts, faults: Fault[]): MatchPlan | undefined {
  const before = faults.length
  const lines = linesOf(match, facts, faults)
  const [first] = lines
  if (!first) return undefined
  const account = facts.accounts.get(first.bankAccount)!
  const entries = entriesOf(match, account, facts, faults)
  const drafts = draftsOf(match, account, facts, faults)
  const paid = itemsOf(match, account, lines, facts, faults)
  if (faults.length > before) return undefined
  const rest = sumOf(lines.map(({ amount }) => amount)) - sumOf([...entries, ...drafts].map(({ amount }) => amount))
  const date = lines
    .map((line) => line.date)
    .toSorted()
    .at(-1)!
  const shared = { date, currency: account.currency, contraAccountNumber: account.accountNumber }
  const posted = (match.lines ?? []).map((line) => ({ ...line, cents: centsOf(line.amount) }))
  const left =
    rest - posted.reduce((sum, { cents }) => sum + cents, 0n) - paid.reduce((sum, { cents }) => sum + cents, 0n)
  const writtenOff = match.writeOffAccountNumber === undefined || paid.length === 0 ? 0n : left
  faults.push(...limitFaults(facts.writeOffMax, writtenOff, 'writeOffAccountNumber'))
  if (left !== 0n && !settleDifference(match, paid, left, faults)) {
    faults.push({ code: 'BankMatchDoesNotAddUp', property: 'bankLines', message: doesNotAddUp(rest, left) })
    return undefined
  }
  if (rest !== 0n && account.journalNumber === null)
    faults.push({ code: 'BankAccountHasNoJournal', property: 'bankLines' })
  if (faults.length > before) return undefined
  for (const one of paid) take(one)
  const texts = lines[0]!.text.slice(0, 250)
  const difference = match.differenceAccountNumber
  return {
    account,
    bankLines: lines.map(({ number }) => number),
    entries: entries.map(({ number }) => number),
    voucher: drafts[0],
    paidOut: paid.flatMap(({ item: { supplierNumber, invoiceNumber } }) =>
      supplierNumber === null ? [] : [{ supplierNumber, invoiceNumber }],
    ),
    drafts: [
      ...paid.map(({ item, cents, rate, inCurrency }) =>
        payment(item, { ...shared, text: texts, cents, rate, inCurrency }),
      ),
      ...posted.map(({ cents, accountNumber, vatCode, text, departmentNumber }) => ({
        ...shared,
        entryTypeNumber: 5,
        accountNumber,
        amount: centsToText(-cents),
        vatCode,
        departmentNumber,
        text: text ?? texts,
      })),
      ...writeOffEntries(match, paid, facts, left).map((entry) => ({ ...shared, ...entry, text: texts })),
      ...(left !== 0n && difference !== undefined && match.writeOffAccountNumber === undefined
        ? [{ ...shared, entryTypeNumber: 5, accountNumber: difference, amount: centsToText(-left), text: texts }]
        : []),
    ],
  }
}

/** What is written off, by the VAT codes of the items. */
function writeOffEntries(
  { writeOffAccountNumber: accountNumber }: AskedMatch,
  paid: readonly Paid[],
  { shares }: MatchFacts,
  left: bigint,
): { entryTypeNumber: number; accountNumber: number; amount: string; vatCode?: string }[] {
  if (accountNumber === undefined || left === 0n) return []
  const all = paid.flatMap(({ item }) => shares.get(itemKey(item)) ?? [])
  return dividedByVat(-left, all).map(({ vatCode, cents }) => ({
    entryTypeNumber: 5,
    accountNumber,
    amount: centsToText(cents),
    ...(vatCode !== null && { vatCode }),
  }))
}

/** An item as it is paid: cents in the bank account's currency, and in the item's where that is another. */
interface Paid {
  item: ItemFact
  cents: bigint
  rate: string | undefined
  inCurrency: string | undefined
}

/** What an item is paid is not open for the matches after it. */
function take({ item, cents, inCurrency }: Paid): void {
  item.open = centsToText(centsOf(item.open) - (inCurrency === undefined ? cents : centsOf(inCurrency)))
}

const doesNotAddUp = (rest: bigint, left: bigint): string =>
  `What is left of the lines comes to ${centsToText(rest)}, and what they are matched with to ${centsToText(rest - left)}: ${centsToText(left)} is left over.`

function linesOf({ bankLines }: AskedMatch, facts: MatchFacts, faults: Fault[]): LineFact[] {
  return bankLines.flatMap((number, at) => {
    const property = `bankLines[${at}]`
    const line = facts.lines.get(number)
    if (!line) faults.push({ code: 'BankLineNotFound', property })
    else if (line.state === 'ignored') faults.push({ code: 'BankLineIsIgnored', property })
    else if (line.state !== 'open') faults.push({ code: 'BankLineIsMatched', property })
    else if (line.bankAccount !== facts.lines.get(bankLines[0]!)?.bankAccount) {
      faults.push({ code: 'BankLinesOfSeveralAccounts', property })
    } else return [line]
    return []
  })
}

function entriesOf({ entries = [] }: AskedMatch, account: AccountFact, facts: MatchFacts, faults: Fault[]) {
  return entries.flatMap((number, at) => {
    const property = `entries[${at}]`
    const entry = facts.entries.get(number)
    if (!entry || entry.accountNumber !== account.accountNumber) {
      const message = `Account ${account.accountNumber} has no booked entry ${number}.`
      faults.push({ code: 'BankMatchEntryNotOnAccount', property, message })
    } else if (entry.isTaken) faults.push({ code: 'BankMatchEntryTaken', property })
    else return [entry]
    return []
  })
}

function draftsOf(
  { drafts = [], items = [], lines = [] }: AskedMatch,
  account: AccountFact,
  facts: MatchFacts,
  faults: Fault[],
) {
  if (drafts.length > 0 && items.length + lines.length > 0)
    faults.push({ code: 'BankMatchOfDraftsAndMore', property: 'drafts' })
  return drafts.flatMap((number, at) => {
    const property = `drafts[${at}]`
    const draft = facts.drafts.get(number)
    const [first] = drafts.map((one) => facts.drafts.get(one))
    if (!draft || draft.accountNumber !== account.accountNumber) {
      const message = `Account ${account.accountNumber} has no draft entry ${number}.`
      faults.push({ code: 'BankMatchEntryNotOnAccount', property, message })
    } else if (draft.isTaken) faults.push({ code: 'BankMatchEntryTaken', property })
    else if (first && (draft.voucherNumber !== first.voucherNumber || draft.journalNumber !== first.journalNumber)) {
      faults.push({ code: 'BankMatchOfDraftsAndMore', property, message: 'Drafts of one match are of one voucher.' })
    } else return [draft]
    return []
  })
}

function itemsOf(
  { items = [] }: AskedMatch,
  account: AccountFact,
  lines: readonly LineFact[],
  facts: MatchFacts,
  faults: Fault[],
): Paid[] {
  return items.flatMap((asked, at) => {
    const property = `items[${at}]`
    if ((asked.customerNumber === undefined) === (asked.supplierNumber === undefined)) {
      faults.push({
        code: 'BankMatchItemNotOpen',
        property,
        message: 'An item is of a customer or of a supplier: give one of the two.',
      })
      return []
    }
    if (asked.amount !== undefined && centsOf(asked.amount) === 0n) {
      const message = `${property}.amount is 0: say how much of the item is paid, or leave it out.`
      faults.push({ code: 'ValueOutOfRange', property: `${property}.amount`, message })
      return []
    }
    const item = facts.items.get(itemKey(asked))
    if (items.slice(0, at).some((other) => itemKey(other) === itemKey(asked))) {
      faults.push({ code: 'BankMatchNamesTwice', property })
      return []
    }
    if (!item || centsOf(item.open) === 0n) {
      faults.push({
        code: 'BankMatchItemNotOpen',
        property,
        message: `Nothing is open of invoice ${asked.invoiceNumber}.`,
      })
      return []
    }
    return paidOf(asked, item, account, lines) ?? currencyFault(property, item, account, faults)
  })
}

function currencyFault(property: string, item: ItemFact, account: AccountFact, faults: Fault[]): [] {
  const message = `The item is in ${item.currency}, the bank account in ${account.currency}, and the line does not say what was paid in ${item.currency}.`
  faults.push({ code: 'BankMatchItemInOtherCurrency', property, message })
  return []
}

/** What of an item is paid; in another currency what the line says was paid in it. */
function paidOf(
  { amount }: AskedItem,
  item: ItemFact,
  account: AccountFact,
  lines: readonly LineFact[],
): Paid[] | undefined {
  const asked = amount ?? item.open
  if (item.currency === account.currency)
    return [{ item, cents: centsOf(asked), rate: undefined, inCurrency: undefined }]
  const [line] = lines
  const isSaid = lines.length === 1 && line!.originalCurrency === item.currency && line!.originalAmount !== null
  if (!isSaid) return undefined
  const original = centsOf(line!.originalAmount!)
  const paid = centsOf(line!.amount)
  const magnitude = original < 0n ? -original : original
  if (magnitude === 0n) return undefined
  const rate = ((paid < 0n ? -paid : paid) * 100_000_000n * 2n + magnitude) / (magnitude * 2n)
  const text = `${rate / 1_000_000n}.${String(rate % 1_000_000n).padStart(6, '0')}`
  return [{ item, cents: paid, rate: text, inCurrency: centsToText(paid < 0n ? -magnitude : magnitude) }]
}

/** Makes the items come to the lines: the last is paid in part, or the difference is posted. */
function settleDifference(
  { leaveOpen, differenceAccountNumber, writeOffAccountNumber }: AskedMatch,
  paid: Paid[],
  left: bigint,
  faults: Fault[],
): boolean {
  if (paid.length === 0) return false
  if (differenceAccountNumber !== undefined || writeOffAccountNumber !== undefined) return true
  if (!leaveOpen) return false
  const last = paid.at(-1)!
  const cents = last.cents + left
  // A payment in part has the item's sign, and is no more than what is open.
  if (cents === 0n || cents < 0n !== last.cents < 0n || (cents < 0n ? cents < last.cents : cents > last.cents)) {
    faults.push({
      code: 'BankMatchDoesNotAddUp',
      property: 'bankLines',
      message: 'More came than is open: that cannot be left open.',
    })
    return true
  }
  last.cents = cents
  return true
}

/** A payment: of a customer -100 where 100 came in, of a supplier 100 where 100 went out. */
function payment(
  item: ItemFact,
  {
    cents,
    rate,
    inCurrency,
    ...shared
  }: Pick<Paid, 'cents' | 'rate' | 'inCurrency'> & {
    date: string
    currency: string
    contraAccountNumber: number
    text: string
  },
): Omit<DraftEntryInput, 'journalNumber'> {
  const isCustomer = item.customerNumber !== null
  return {
    ...shared,
    entryTypeNumber: isCustomer ? 2 : 4,
    amount: centsToText(-(inCurrency === undefined ? cents : centsOf(inCurrency))),
    ...(rate !== undefined && { currency: item.currency, exchangeRate: rate }),
    ...(isCustomer
      ? { customerNumber: item.customerNumber!, customerInvoiceNumber: item.invoiceNumber }
      : { supplierNumber: item.supplierNumber!, supplierInvoiceNumber: item.invoiceNumber }),
  }
}
