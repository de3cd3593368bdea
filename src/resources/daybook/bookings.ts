import { decimal, F1, F2, flag, int32, instant, objects, text } from '../../resource/fields.ts'
import { actingFields, actingNames } from './acting.ts'
import { reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

/** The rows of the document log of a booking's vouchers. */
const DOCUMENTS = `(
  SELECT coalesce(json_agg(json_strip_nulls(json_build_object('logNumber', l.number, 'isDetached',
    nullif(l.is_detached, false), 'documentNumber', l.document_number, 'voucherNumber', l.voucher_number, 'hash',
    encode(l.hash, 'hex'), 'keptUntil', l.kept_until))
    ORDER BY l.number), '[]')
  FROM json_to_recordset(t.vouchers::json) AS v("accountingYear" text, "voucherNumber" int)
  JOIN document_log l ON l.agreement = t.agreement AND l.accounting_year = v."accountingYear"
    AND l.voucher_number = v."voucherNumber"
    AND l.journal_number IS NOT DISTINCT FROM t.journal_number
  WHERE coalesce(l.source, 'journal') = 'journal' OR EXISTS (SELECT FROM booked_entry e WHERE e.agreement = t.agreement
    AND e.voucher_number = l.voucher_number
    AND e.booking = t.number AND source_of_voucher(t.agreement, e.journal_number, e.booking, e.voucher_number, e.type)
      = l.source))`

/** What a booking moved. */
const DEBITS = `(
  SELECT coalesce(sum(e.amount_in_base_currency), 0.00) FROM booked_entry e WHERE e.agreement = t.agreement
    AND e.entry_number BETWEEN t.first_entry AND t.last_entry AND e.amount_in_base_currency > 0)`

/** Every booking as it was made: the audit trail of the ledger. A reversal names a booking (rule 5.3). */
export const bookings = resource('Bookings', {
  logsBodies: true,
  schema: 'Booking',
  table: 'booking',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    time: instant().present().column('booked_at').filter(F2).sortable(),
    app: int32().filter(F1).describe('The app it was made for; null where a command made it'),
    ...actingFields(true),
    ...actingNames,
    journalNumber: int32()
      .filter(F1)
      .sortable()
      .describe('Null for vouchers of no journal: invoices, projects, exchange differences and opening entries'),
    vouchers: objects({ accountingYear: text(4).present(), voucherNumber: int32().present() }).present(),
    documents: objects({
      logNumber: int32().present().describe('The row of the document log'),
      isDetached: flag().describe('true: the document was removed'),
      documentNumber: int32().present(),
      voucherNumber: int32().present(),
      hash: text(64).describe('SHA-256 of the file, as hex'),
      keptUntil: text(10).describe('Until when the removed document can be read in the log'),
    })
      .present()
      .computed(DOCUMENTS)
      .describe('What was attached to its vouchers and removed from them, as in the document log'),
    firstEntry: int32().present().filter(F1).sortable(),
    lastEntry: int32().present().filter(F1).sortable(),
    entries: int32().present().computed('(t.last_entry - t.first_entry + 1)').describe('How many'),
    amount: decimal()
      .present()
      .computed(DEBITS)
      .describe('The sum of the debits of its entries, in base currency: what it moved'),
    previousSeal: text(64).present().readAs(`encode(t.previous_seal, 'hex')`).describe('Of the booking before, as hex'),
    seal: text(64)
      .present()
      .readAs(`encode(t.seal, 'hex')`)
      .describe('SHA-256 over the seal before and all it holds, as hex'),
  },
  operations: reads('/bookings', 'number'),
})
