import { F1, F2, int32, instant, objects, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'

/** Every booking as it was made: the audit trail of the ledger, and what a reversal names (ACCOUNTING.md, Ledger). */
export const bookings = resource('Bookings', {
  schema: 'Booking',
  table: 'booking',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    time: instant().present().column('booked_at').filter(F2).sortable(),
    app: int32().filter(F1).describe('The app it was made for; null where a command made it'),
    journalNumber: int32().filter(F1).sortable().describe('Null for opening entries, which belong to no journal'),
    vouchers: objects({ accountingYear: text(4).present(), voucherNumber: int32().present() }).present(),
    firstEntry: int32().present().filter(F1).sortable(),
    lastEntry: int32().present().filter(F1).sortable(),
    entries: int32().present().computed('(t.last_entry - t.first_entry + 1)').describe('How many'),
    previousSeal: text(64).present().readAs(`encode(t.previous_seal, 'hex')`).describe('Of the booking before, as hex'),
    seal: text(64)
      .present()
      .readAs(`encode(t.seal, 'hex')`)
      .describe('SHA-256 over the seal before and all it holds, as hex'),
  },
  operations: reads('/bookings', 'number'),
})
