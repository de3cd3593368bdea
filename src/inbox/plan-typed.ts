import { ApiError, type Fault } from '../errors/catalogue.ts'
import { centsOf, centsToText } from '../ledger/money.ts'
import type { AskedDraft, AskedLine } from './asked.ts'
import type { Posted } from './alike.ts'
import { FINANCE, INVOICE, type Planned, type PlannedEntry } from './planned.ts'

/** What a document that is no e-invoice is drafted with beside what was asked. */
interface Known {
  baseCurrency: string
  fileName: string | null
  /** How the supplier was posted last. */
  alike: readonly Posted[]
}

const required = (property: string): Fault => ({
  code: 'ValueRequired',
  property,
  message: `${property} is required: nothing is read from a picture or PDF.`,
})

/** The voucher of a receipt whose date and amount were typed. @throws ApiError */
export function planTyped(asked: AskedDraft, { baseCurrency, fileName, alike }: Known): Planned {
  const { date, amount, supplierNumber } = asked
  const faults = [
    ...(date === undefined ? [required('date')] : []),
    ...(amount === undefined ? [required('amount')] : []),
  ]
  const unknown = (['prepaidAccountNumber', 'roundingAccountNumber'] as const).filter(
    (name) => asked[name] !== undefined,
  )
  for (const property of unknown)
    faults.push({ code: 'ValueNotAllowed', property, message: `${property} is of e-invoices alone.` })
  const lines: AskedLine[] = asked.lines ?? [{ ...(amount !== undefined && { amount }) }]
  faults.push(...sumFaults(asked))
  if (faults.length > 0) throw new ApiError(faults)
  const [last] = alike
  const place = (at: number): string => (asked.lines ? `lines[${at}].` : '')
  const entries = lines.map((line, at): PlannedEntry => {
    const vatCode =
      line.vatCode ?? asked.vatCode ?? ((line.accountNumber ?? asked.accountNumber) ? undefined : last?.vatCode)
    const account = line.accountNumber ?? asked.accountNumber ?? last?.accountNumber
    return {
      input: entryOf({ currency: baseCurrency, ...asked }, line, { account, vatCode: vatCode ?? undefined, fileName }),
      place: place(at),
    }
  })
  const isGuessed =
    last !== undefined && lines.some((line) => line.accountNumber === undefined && asked.accountNumber === undefined)
  const notes = isGuessed ? [`Posted as voucher ${last.voucherNumber}, the last of the supplier.`] : []
  return { entries, supplierNumber, notes }
}

function sumFaults({ lines, amount }: AskedDraft): Fault[] {
  if (lines === undefined || amount === undefined) return []
  const faults = lines.flatMap((line, at): Fault[] => [
    ...(line.amount === undefined ? [required(`lines[${at}].amount`)] : []),
    ...(line.line === undefined
      ? []
      : [
          {
            code: 'ValueNotAllowed' as const,
            property: `lines[${at}].line`,
            message: `lines[${at}].line is of e-invoices alone.`,
          },
        ]),
  ])
  if (faults.length > 0) return faults
  const sum = lines.reduce((total, line) => total + centsOf(line.amount!), 0n)
  if (sum === centsOf(amount)) return []
  const message = `The lines come to ${centsToText(sum)}, and the amount is ${centsToText(centsOf(amount))}.`
  return [{ code: 'InboxLinesDoNotAddUp', property: 'lines', message }]
}

interface Side {
  account: number | undefined
  vatCode: string | undefined
  fileName: string | null
}

function entryOf(asked: AskedDraft, line: AskedLine, { account, vatCode, fileName }: Side): PlannedEntry['input'] {
  const { supplierNumber, date, currency, invoiceNumber, dueDate, contraAccountNumber } = asked
  const cents = centsOf(line.amount!)
  const department = line.departmentNumber ?? asked.departmentNumber
  const shared = {
    date: date!,
    text: line.text ?? asked.text ?? fileName?.slice(0, TEXT_MAX) ?? undefined,
    currency,
    ...(department !== undefined && { departmentNumber: department }),
  }
  if (supplierNumber === undefined) {
    return {
      ...shared,
      entryTypeNumber: FINANCE,
      amount: centsToText(cents),
      accountNumber: account,
      vatCode,
      contraAccountNumber,
    }
  }
  return {
    ...shared,
    entryTypeNumber: INVOICE,
    supplierNumber,
    supplierInvoiceNumber: invoiceNumber,
    dueDate,
    amount: centsToText(-cents),
    contraAccountNumber: account,
    contraVatCode: vatCode,
  }
}

const TEXT_MAX = 250
