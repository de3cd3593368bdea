import type { Transaction } from '../database/connection.ts'
import type { Fault } from '../errors/catalogue.ts'
import { createDraftVoucher, type DraftEntryInput, type DraftVoucher, type SentDraft } from '../ledger/drafts/drafts.ts'
import type { ActionResult, Item, Work } from '../resource/operations.ts'
import { lastAlike } from './alike.ts'
import type { AskedDraft } from './asked.ts'
import { type InboxItem, noteVoucher, waitingItem } from './item.ts'
import { planOfEInvoice } from './draft-einvoice.ts'
import { planTyped } from './plan-typed.ts'
import { ofBody, type Planned } from './planned.ts'
import { attachShown } from './store.ts'

/** Makes the draft voucher of a document, with its file: what was typed, or what an e-invoice says. @throws ApiError */
export async function draftItem(
  work: Work,
  { path, body, faults }: { path: Item; body: Item; faults: Fault[] },
): Promise<ActionResult> {
  const drafted = await carryOut(work, path.number as number, body as unknown as AskedDraft, faults)
  return { status: 201, body: JSON.stringify(drafted), location: locationOf(drafted) }
}

interface Drafted extends Partial<DraftVoucher> {
  accountingYear?: string
  journalNumber: number
  documentNumber?: number
  supplierNumber: number | null
  notes: string[]
}

const locationOf = ({ journalNumber, voucherNumber }: Drafted): string =>
  `/draft-entries/paged?filter=journalNumber$eq:${journalNumber}$and:voucherNumber$eq:${voucherNumber}`

async function carryOut(work: Work, number: number, asked: AskedDraft, faults: Fault[]): Promise<Drafted> {
  const { transaction, caller } = work
  const item = await waitingItem(work, number)
  const plan = await planOf(work, item, asked)
  const { journalNumber } = asked
  const list = plan.entries.map(({ input }): SentDraft => ({
    input: { ...input, journalNumber } as DraftEntryInput,
    faults: [],
  }))
  const voucher = await createDraftVoucher(transaction, caller, journalNumber, list)
  for (const [at, one] of list.entries()) faults.push(...one.faults.map((fault) => ofBody(fault, plan.entries[at]!)))
  const drafted: Drafted = { journalNumber, ...voucher, supplierNumber: plan.supplierNumber ?? null, notes: plan.notes }
  if (!voucher || faults.length > 0) return drafted
  const accountingYear = await yearOf(transaction, caller.agreement, voucher.entryNumbers[0]!)
  const named = { accountingYear, source: 'journal' as const, journalNumber }
  const { voucherNumber } = voucher
  const documentNumber = await attachShown(work, number, { accountingYear, voucherNumber }, named)
  await noteVoucher(work, number, { ...named, voucherNumber, wasDrafted: true })
  return { ...drafted, accountingYear, documentNumber }
}

async function planOf(work: Work, item: InboxItem, asked: AskedDraft): Promise<Planned> {
  if (item.kind === 'einvoice') return await planOfEInvoice(work, item.number, asked)
  const { transaction, caller } = work
  const { supplierNumber } = asked
  const alike = supplierNumber === undefined ? [] : await lastAlike(transaction, caller.agreement, supplierNumber)
  return planTyped(asked, { baseCurrency: caller.baseCurrency, fileName: item.fileName, alike })
}

async function yearOf(transaction: Transaction, agreement: number, entry: number): Promise<string> {
  const [row] = await transaction.rows<{ year: string }>(
    'SELECT d.accounting_year AS year FROM draft_entry d WHERE d.agreement = $1 AND d.entry_number = $2',
    [agreement, entry],
  )
  return row!.year
}
