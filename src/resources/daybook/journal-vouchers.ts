import type { Fault } from '../../errors/catalogue.ts'
import { createDraftVoucher, type DraftEntryInput, type SentDraft } from '../../ledger/drafts/drafts.ts'
import { BULK_ENTRIES_MAX } from '../../limits.ts'
import { int32, itemList, list } from '../../resource/fields.ts'
import type { Item } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { sayNone } from '../journals/draft-entries.ts'
import { draftEntries } from './draft-entries.ts'

const { entryNumber: _1, voucherNumber: _2, journalNumber: _3, objectVersion: _4, ...line } = draftEntries.fields

/** What the body calls its list. */
const LIST = 'entries'

/** A fault of a line, named by where it stands in the body. */
function placed({ property, ...fault }: Fault, at: number): Fault {
  const place = `${LIST}[${at}]`
  const isNamed = property !== undefined && fault.message?.startsWith(`${property} `)
  return {
    ...fault,
    property: property === undefined ? place : `${place}.${property}`,
    ...(isNamed && { message: `${place}.${fault.message}` }),
  }
}

/** The faults that a line has in itself, named as those of an entry alone. */
function faultsOf(faults: readonly Fault[], at: number): Fault[] {
  const place = `${LIST}[${at}].`
  const own = faults.filter(({ property }) => property?.startsWith(place) || property === place.slice(0, -1))
  return own.map((fault) => ({ ...fault, property: fault.property!.slice(place.length) }))
}

/** One voucher of several lines in a request; the journal numbers it (rule 6.4). */
export const journalVouchers = operations('JournalVouchers', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping'],
  parameters: { journalNumber: int32().references('journal.number') },
  codes: [
    ...draftEntries.codes!.filter((code) => !['JournalVoucherEntriesEmptyOrNull', 'JournalVoucherNull'].includes(code)),
  ],
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/journals/{journalNumber}/vouchers',
      status: 201,
      summary: 'Draft one voucher of several lines with the next number of its journal: all of them, or none',
      body: { [LIST]: itemList(line, BULK_ENTRIES_MAX).required('OneAPIEntriesListCannotBeEmpty') },
      schema: 'VoucherCreate',
      answer: {
        voucherNumber: int32().present(),
        entryNumbers: list(int32(), BULK_ENTRIES_MAX).present().describe('Of the draft entries, in the order given'),
      },
      given: ['voucherNumber', 'entryNumbers'],
      runsWhenFaulty: true,
      async run({ transaction, caller }, { path, body, faults }) {
        const journalNumber = path.journalNumber as number
        const lines = (body[LIST] ?? []) as (Item | undefined)[]
        const sent = lines.map((input, at): SentDraft => ({
          input: sayNone(input ?? {}) as Partial<DraftEntryInput>,
          faults: faultsOf(faults, at),
        }))
        const known = new Set(sent.flatMap((line) => line.faults))
        const voucher = await createDraftVoucher(transaction, caller, journalNumber, sent)
        for (const [at, { faults: found }] of sent.entries())
          faults.push(...found.filter((fault) => !known.has(fault)).map((fault) => placed(fault, at)))
        return {
          status: 201,
          body: JSON.stringify(voucher ?? {}),
          location: `/draft-entries/paged?filter=journalNumber$eq:${journalNumber}$and:voucherNumber$eq:${voucher?.voucherNumber}`,
        }
      },
    },
  ],
})
