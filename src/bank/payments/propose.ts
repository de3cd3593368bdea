import type { Transaction } from '../../database/connection.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { lockLedger } from '../../ledger/lock.ts'
import { centsOf, centsToText } from '../../ledger/money.ts'
import type { ActionResult, Caller, Item, Work } from '../../resource/operations.ts'
import { countryCode } from '../../sales/einvoice/countries.ts'
import { isBic, isIban } from '../iban.ts'
import { jsonOf } from '../money.ts'
import { type PayableItem, payableItems } from './payable.ts'
import { danishAccount, type Payee, payeeOf, type Unpayable } from './payee.ts'
import { paymentText } from './payment-text.ts'

/** What a request asks to be paid. */
interface AskedProposal {
  bankAccountNumber: number
  paymentDate: string
  dueTo?: string
  supplierNumber?: number
  items?: { supplierNumber: number; invoiceNumber: string }[]
  preview?: boolean
}

/** Why an open item that is due is not paid by a proposal, with a sentence for people. */
const WHY = {
  credit: 'It is owed to the company: match it with an invoice first.',
  currencyNeedsIban: 'It is in another currency than kroner, and the supplier has no IBAN.',
  drafted: 'A draft entry pays it.',
  noAccount: 'Neither the invoice nor the supplier says where to pay.',
  notToBePaid: 'Its invoice says that it is not paid by the bank (payment type -1).',
  paymentIdInvalid: 'The payment id of its payment slip has not its digits, or a wrong check digit.',
  severalCurrencies: 'It is open in several currencies.',
  supplierBarred: 'The supplier is barred.',
  waiting: 'Another payment of it waits for the bank.',
} as const

type Reason = keyof typeof WHY

/** The reasons, for the documents. */
export const REASONS = Object.keys(WHY) as Reason[]

/** Who pays. */
interface Payer {
  payerName: string
  payerAccount: string
  payerBic: string | null
  payerCurrency: string
}

/** Who proposes: a request, or the demo company for itself. */
interface Proposing extends Pick<Work, 'transaction'> {
  caller: Pick<Caller, 'agreement' | 'person'> & { app: number | null; grantNumber: number | null }
}

/** Makes a proposal of the items that are asked for, all of those that can be paid. @throws ApiError */
export async function propose(
  { transaction, caller }: Proposing,
  { body, faults }: { body: Item; faults: Fault[] },
): Promise<ActionResult> {
  const asked = body as unknown as AskedProposal
  const { agreement } = caller
  await lockLedger(transaction, agreement)
  const payer = await payerOf(transaction, agreement, asked, faults)
  if (asked.items === undefined && asked.dueTo === undefined)
    faults.push({ code: 'ValueRequired', property: 'dueTo', message: 'Give dueTo, or the items to pay.' })
  if (!payer || faults.length > 0) return { status: 200, body: '{}' }
  const items = await payableItems(transaction, agreement, {
    dueTo: asked.items === undefined ? asked.dueTo! : null,
    supplierNumber: asked.supplierNumber ?? null,
    items: asked.items ?? null,
  })
  const judged = items.map((item) => ({ item, payee: judge(item, asked.items !== undefined) }))
  if (asked.items) faults.push(...unpaid(asked.items, judged))
  const paid = judged.flatMap(({ item, payee }) => (typeof payee === 'string' ? [] : [{ item, payee }]))
  const skipped = judged.flatMap(({ item, payee }) => (typeof payee === 'string' ? [{ item, reason: payee }] : []))
  if (paid.length === 0 && faults.length === 0) {
    const message =
      skipped.length === 0 ? undefined : `None of ${skipped.length} items that are due can be paid: ${told(skipped)}.`
    faults.push({ code: 'PaymentNothingDue', property: 'dueTo', ...(message !== undefined && { message }) })
  }
  if (faults.length > 0) return { status: 200, body: '{}' }
  const number = await record(transaction, caller, asked, payer, paid)
  const answer = jsonOf({
    number,
    payments: paid.map(({ item, payee }) => ({ ...answered(item), ...payee, payeeName: payeeName(item) })),
    skipped: skipped.map(({ item, reason }) => ({ ...answered(item), reason, message: WHY[reason] })),
    totals: totalsOf(paid.map(({ item }) => item)),
  })
  return asked.preview
    ? { status: 200, body: answer }
    : { status: 201, body: answer, location: `/payment-proposals/${number}` }
}

const named = ({ supplierNumber, invoiceNumber, dueDate, currency, amount }: PayableItem) => ({
  supplierNumber,
  invoiceNumber,
  dueDate,
  currency,
  amount,
})

const answered = (item: PayableItem) => ({ ...named(item), name: item.name })

/** How an item is paid, or why not. One that is named may be paid though its invoice says that it is not. */
export function judge(item: PayableItem, isNamed: boolean): Payee | Reason {
  if (item.waitingPayment !== null) return 'waiting'
  if (item.isMixed) return 'severalCurrencies'
  if (centsOf(item.amount) <= 0n) return 'credit'
  if (item.isDrafted) return 'drafted'
  if (item.isBarred) return 'supplierBarred'
  if (item.paymentType === -1 && !isNamed) return 'notToBePaid'
  return payeeOf(item) satisfies Payee | Unpayable
}

const keyOf = ({ supplierNumber, invoiceNumber }: { supplierNumber: number; invoiceNumber: string }): string =>
  JSON.stringify([supplierNumber, invoiceNumber.normalize('NFC').toLowerCase()])

/** The faults of items that are named and cannot be paid. */
function unpaid(
  asked: NonNullable<AskedProposal['items']>,
  judged: readonly { item: PayableItem; payee: Payee | Reason }[],
): Fault[] {
  const found = new Map(judged.map(({ item, payee }) => [keyOf(item), payee]))
  const seen = new Set<string>()
  return asked.flatMap((one, at): Fault[] => {
    const property = `items[${at}]`
    const key = keyOf(one)
    if (seen.has(key)) return [{ code: 'PaymentItemNotPayable', property, message: 'It is named twice.' }]
    seen.add(key)
    const payee = found.get(key)
    if (payee === undefined) {
      const message = `Nothing is open of invoice ${one.invoiceNumber} of supplier ${one.supplierNumber}.`
      return [{ code: 'PaymentItemNotPayable', property, message }]
    }
    return typeof payee === 'string' ? [{ code: 'PaymentItemNotPayable', property, message: WHY[payee] }] : []
  })
}

/** How many items there are of each reason. */
function told(skipped: readonly { reason: Reason }[]): string {
  const counts = new Map<Reason, number>()
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ')
}

function totalsOf(items: readonly PayableItem[]): { currency: string; amount: string; payments: number }[] {
  const sums = new Map<string, { cents: bigint; payments: number }>()
  for (const { currency, amount } of items) {
    const before = sums.get(currency) ?? { cents: 0n, payments: 0 }
    sums.set(currency, { cents: before.cents + centsOf(amount), payments: before.payments + 1 })
  }
  return [...sums].map(([currency, { cents, payments }]) => ({ currency, amount: centsToText(cents), payments }))
}

interface PayerFacts {
  iban: string | null
  bic: string | null
  registration: string | null
  account: string | null
  currency: string
  name: string
  today: string
}

/** Who pays, and from which account; undefined with faults. */
async function payerOf(
  transaction: Transaction,
  agreement: number,
  { bankAccountNumber, paymentDate }: AskedProposal,
  faults: Fault[],
): Promise<Payer | undefined> {
  const [found] = await transaction.rows<PayerFacts>(
    `SELECT b.iban, b.bic, b.registration_number AS registration, b.bank_account_number AS account,
       coalesce(a.currency, g.base_currency) AS currency, coalesce(c.name, g.name) AS name, today_of($1)::text AS today
     FROM bank_account b JOIN account a ON a.agreement = $1 AND a.number = b.account_number JOIN agreement g
       ON g.agreement = $1
     LEFT JOIN company c ON c.agreement = $1 WHERE b.agreement = $1 AND b.number = $2 FOR KEY SHARE OF b`,
    [agreement, bankAccountNumber],
  )
  if (!found) {
    faults.push({ code: 'BankAccountDoesNotExist', property: 'bankAccountNumber' })
    return undefined
  }
  if (paymentDate < found.today) {
    faults.push({ code: 'PaymentDateIsPast', property: 'paymentDate', message: `Today is ${found.today}.` })
  }
  const own = found.iban !== null && isIban(found.iban) ? found.iban : danishAccount(found.registration, found.account)
  if (own === undefined) {
    faults.push({ code: 'PaymentBankAccountUnknown', property: 'bankAccountNumber' })
    return undefined
  }
  return {
    payerName: paymentText(found.name, 70) || String(agreement),
    payerAccount: own,
    payerBic: found.bic !== null && isBic(found.bic) ? found.bic : null,
    payerCurrency: found.currency,
  }
}

const payeeName = ({ name, supplierNumber }: PayableItem): string => paymentText(name, 70) || String(supplierNumber)

const RECORD = `WITH taken AS (
    SELECT take_numbers($1, 'payment_proposal', 1) AS proposal, take_numbers($1, 'payment', json_array_length($3::json))
      AS first
  ), made AS (
    INSERT INTO payment_proposal (agreement, number, bank_account_number, payment_date, message_id, payer_name,
      payer_account, payer_bic, payer_currency, proposed_at, app, grant_number, person, is_person_claimed)
    SELECT $1, taken.proposal, f."bankAccount", f."paymentDate", 'DB' || $1::int || 'F' || taken.proposal,
      f."payerName", f."payerAccount", f."payerBic", f."payerCurrency", clock_of($1), f.app, f."grantNumber", f.person,
      f."isClaimed"
    FROM taken, json_to_record($2::json) AS f("bankAccount" int, "paymentDate" date, "payerName" text,
      "payerAccount" text, "payerBic" text, "payerCurrency" text, app int, "grantNumber" int, person text,
      "isClaimed" boolean)
    RETURNING number
  )
  INSERT INTO payment (agreement, number, proposal_number, supplier_number, invoice_number, due_date, currency, amount,
    end_to_end_id, payment_type, account, bic, message, payee_name, payee_street, payee_postal_code, payee_city,
    payee_country)
  SELECT $1, taken.first + p.place - 1, made.number, p."supplierNumber", p."invoiceNumber", p."dueDate", p.currency,
    p.amount, 'DB' || $1::int || 'P' || (taken.first + p.place - 1), p."paymentType", p.account, p.bic, p.message,
    p.name, p.street, p."postalCode", p.city, p.country
  FROM taken, made, ROWS FROM (json_to_recordset($3::json) AS ("supplierNumber" int, "invoiceNumber" text,
    "dueDate" date, currency text, amount numeric, "paymentType" int, account text, bic text, message text, name text,
    street text, "postalCode" text, city text, country text))
    WITH ORDINALITY AS p("supplierNumber", "invoiceNumber", "dueDate", currency, amount, "paymentType", account, bic,
      message, name, street, "postalCode", city, country, place)
  ORDER BY p.place RETURNING proposal_number AS number`

/** Writes a proposal with its payments. @returns its number. */
async function record(
  transaction: Transaction,
  { agreement, app, grantNumber, person }: Proposing['caller'],
  { bankAccountNumber, paymentDate }: AskedProposal,
  payer: Payer,
  paid: readonly { item: PayableItem; payee: Payee }[],
): Promise<number> {
  const proposal = {
    ...payer,
    bankAccount: bankAccountNumber,
    paymentDate,
    app,
    grantNumber,
    person: person?.initials ?? null,
    isClaimed: person?.isClaimed ?? false,
  }
  const payments = paid.map(({ item, payee }) => ({
    ...named(item),
    ...payee,
    name: payeeName(item),
    street: paymentText((item.address ?? '').split('\n')[0]!, 70) || null,
    postalCode: paymentText(item.postalCode, 16) || null,
    city: paymentText(item.city, 35) || null,
    country: countryCode(item.country) ?? null,
  }))
  const [made] = await transaction.rows<{ number: number }>(RECORD, [
    agreement,
    JSON.stringify(proposal),
    JSON.stringify(payments),
  ])
  return made!.number
}
