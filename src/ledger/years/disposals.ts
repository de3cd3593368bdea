import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { bookEntries } from '../booking/book.ts'
import { createDraftVoucher, type DraftContext, type DraftEntryInput, type SentDraft } from '../drafts/drafts.ts'
import { lockLedger } from '../lock.ts'
import { centsOf, centsToText, HUNDRED_PER_CENT, tenThousandths } from '../money.ts'
import { splitVat } from '../vat.ts'
import { type AssetFact, assetFacts, standsAt } from './asset-facts.ts'
import { lackingOf } from './depreciations.ts'

/** How an asset leaves the books. */
export interface Disposal {
  /** ISO day. */
  date: string
  /** What the buyer pays, VAT included. Decimal text; left out: it is scrapped. */
  price?: string | undefined
  vatCode?: string | undefined
  /** Where the price goes, such as the bank; or the customer who owes it. */
  contraAccountNumber?: number | undefined
  customerNumber?: number | undefined
  text?: string | undefined
  book?: boolean | undefined
}

/** What the disposal is: decimal text, a loss is negative. */
export interface Disposed {
  assetNumber: number
  date: string
  cost: string
  depreciation: string
  bookValue: string
  netPrice: string
  vat: string
  gain: string
  journalNumber: number
  voucherNumber: number
  draftEntries: number[]
}

const NEEDED = {
  assetAccountNumber: 'account of its assets',
  depreciationAccountNumber: 'account of depreciation',
  gainLossAccountNumber: 'account of gains and losses',
  journalNumber: 'journal',
} as const

/**
 * Takes an asset out of the books by one voucher (MONTH.md 5): its cost and what was depreciated of it, the price with
 * its VAT, and the difference between price and book value as gain or loss. The voucher is drafted, or booked where
 * asked.
 * @throws ApiError with all faults: AssetIsGone, AssetHasDrafts, AssetDisposalTooEarly, AssetGroupLacksAccounts, what
 * the drafts break.
 */
export async function dispose(
  transaction: Transaction,
  context: DraftContext & { mayApprove: boolean },
  assetNumber: number,
  disposal: Disposal,
): Promise<Disposed> {
  const { agreement } = context
  const { texts } = await lockLedger(transaction, agreement)
  const [asset] = await assetFacts(transaction, agreement, [assetNumber])
  if (!asset) throw new ApiError({ code: 'NotFound', property: 'number' })
  throwFaults([...stateFaults(asset, disposal), ...lackingOf(asset, NEEDED, 'number'), ...priceFaults(disposal)])
  const { cost, depreciation } = standsAt(asset)
  const price = centsOf(disposal.price ?? '0')
  const { net, tax } = await splitPrice(transaction, agreement, price, disposal.vatCode)
  const text = disposal.text ?? texts.disposal(asset.text ?? String(asset.number)).slice(0, 250)
  const inputs = linesOf(asset, { cost, depreciation, price, text, currency: context.baseCurrency }, disposal)
  const made = await draft(transaction, context, asset, inputs)
  if (disposal.book) {
    await bookEntries(transaction, {
      agreement,
      journalNumber: asset.journalNumber!,
      selection: { kind: 'entries', entryNumbers: made.entryNumbers },
      mayApprove: context.mayApprove,
    })
  }
  return {
    assetNumber,
    date: disposal.date,
    cost: centsToText(cost),
    depreciation: centsToText(depreciation),
    bookValue: centsToText(cost - depreciation),
    netPrice: centsToText(net),
    vat: centsToText(tax),
    gain: centsToText(net - (cost - depreciation)),
    journalNumber: asset.journalNumber!,
    voucherNumber: made.voucherNumber,
    draftEntries: disposal.book ? [] : made.entryNumbers,
  }
}

function stateFaults(asset: AssetFact, { date }: Disposal): Fault[] {
  if (asset.drafts > 0) return [{ code: 'AssetHasDrafts', property: 'number' }]
  const { cost, depreciation } = standsAt(asset)
  if (cost === 0n && depreciation === 0n) return [{ code: 'AssetIsGone', property: 'number' }]
  const last = [asset.lastDate, asset.opening?.date].reduce<string>(
    (latest, day) => (day != null && day > latest ? day : latest),
    '',
  )
  if (last <= date) return []
  const message = `The last entry of the asset is of ${last}.`
  return [{ code: 'AssetDisposalTooEarly', property: 'date', message }]
}

function priceFaults({ price, vatCode, contraAccountNumber, customerNumber }: Disposal): Fault[] {
  const faults: Fault[] = []
  const isSold = price !== undefined && centsOf(price) !== 0n
  const named = [contraAccountNumber, customerNumber].filter((number) => number !== undefined).length
  if (isSold && named === 0) {
    const message = 'Say where the price goes: contraAccountNumber or customerNumber.'
    faults.push({ code: 'ValueRequired', property: 'contraAccountNumber', message })
  }
  if (named === 2) {
    const message = 'The price goes to an account or to a customer, not to both.'
    faults.push({ code: 'ValueNotAllowed', property: 'customerNumber', message })
  }
  for (const [property, value] of Object.entries({ vatCode, contraAccountNumber, customerNumber })) {
    const message = `Without a price there is no ${property}.`
    if (!isSold && value !== undefined) faults.push({ code: 'ValueNotAllowed', property, message })
  }
  return faults
}

/** The price without its VAT, and the VAT. What else is wrong with a code that is there, the drafts will say. */
async function splitPrice(
  transaction: Transaction,
  agreement: number,
  price: bigint,
  vatCode: string | undefined,
): Promise<{ net: bigint; tax: bigint }> {
  if (vatCode === undefined) return { net: price, tax: 0n }
  const [row] = await transaction.rows<{ rate: string; contra: number | null }>(
    `SELECT v.rate::text AS rate, v.contra_account_number AS contra FROM vat_code v WHERE v.agreement = $1
      AND fold(v.code) = fold($2)`,
    [agreement, vatCode],
  )
  if (!row) {
    const message = `There is no VAT code ${vatCode}.`
    throw new ApiError({ code: 'ValueNotAllowed', property: 'vatCode', message })
  }
  const { net, tax } = splitVat(price, {
    rate: tenThousandths(row.rate),
    contraAccountNumber: row.contra,
    deductible: HUNDRED_PER_CENT,
  })
  return { net, tax: row.contra === null ? tax : 0n }
}

function linesOf(
  asset: AssetFact,
  amounts: { cost: bigint; depreciation: bigint; price: bigint; text: string; currency: string },
  { date, vatCode, contraAccountNumber, customerNumber }: Disposal,
): DraftEntryInput[] {
  const { cost, depreciation, price, text, currency } = amounts
  const common = {
    entryTypeNumber: 5,
    journalNumber: asset.journalNumber!,
    date,
    text,
    currency,
    ...(asset.departmentNumber !== null && { departmentNumber: asset.departmentNumber }),
  }
  const line = (accountNumber: number, cents: bigint, more: object = {}): DraftEntryInput[] =>
    cents === 0n ? [] : [{ ...common, accountNumber, amount: centsToText(cents), ...more }]
  const ofAsset = { assetNumber: asset.number }
  const opened = asset.opening?.cost ?? 0n
  const costs = new Map(asset.costs.map(({ accountNumber, cents }) => [accountNumber!, cents]))
  if (opened !== 0n) costs.set(asset.assetAccountNumber!, (costs.get(asset.assetAccountNumber!) ?? 0n) + opened)
  const gainLoss = asset.gainLossAccountNumber!
  const sold: DraftEntryInput[] =
    price === 0n
      ? []
      : customerNumber === undefined
        ? line(gainLoss, -price, { contraAccountNumber, ...(vatCode !== undefined && { vatCode }) })
        : [
            {
              ...common,
              ...{ entryTypeNumber: 10, customerNumber, amount: centsToText(price), contraAccountNumber: gainLoss },
              ...(vatCode !== undefined && { contraVatCode: vatCode }),
            },
          ]
  return [
    ...[...costs].flatMap(([account, cents]) => line(account, -cents, ofAsset)),
    ...line(asset.depreciationAccountNumber!, depreciation, ofAsset),
    ...line(gainLoss, cost - depreciation),
    ...sold,
  ]
}

/** What the drafts call properties of the request. */
const PROPERTIES: Readonly<Record<string, string>> = {
  contraVatCode: 'vatCode',
  amount: 'price',
  dueDate: 'customerNumber',
}
const ASKED = ['date', 'text', 'vatCode', 'contraAccountNumber', 'customerNumber', 'price']

async function draft(
  transaction: Transaction,
  context: DraftContext,
  { journalNumber }: AssetFact,
  inputs: readonly DraftEntryInput[],
): Promise<{ voucherNumber: number; entryNumbers: number[] }> {
  const list = inputs.map((input): SentDraft => ({ input, faults: [] }))
  const made = await createDraftVoucher(transaction, context, journalNumber!, list)
  const faults = list.flatMap((sent) => sent.faults)
  throwFaults(
    faults.map((fault) => {
      const property = PROPERTIES[fault.property ?? ''] ?? fault.property ?? 'number'
      return { ...fault, property: ASKED.includes(property) ? property : 'number' }
    }),
  )
  return made!
}
