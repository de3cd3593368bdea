import { approveVoucher, IS_CURRENT, rejectVoucher, submitVoucher } from '../../inbox/approval.ts'
import { APPROVERS_MAX, NUMBER_MAX } from '../../limits.ts'
import { F1, F2, flag, instant, int32, lastUpdated, list, objectVersion, text } from '../../resource/fields.ts'
import { reads, standard } from '../../resource/operations.ts'
import { resource } from '../../resource/resource.ts'
import { actingFields } from './acting.ts'

/** Draft vouchers that people were asked to approve, and what they decided (MONTH.md 3). */
export const voucherApprovals = resource('VoucherApprovals', {
  logsBodies: true,
  schema: 'VoucherApproval',
  table: 'voucher_approval',
  key: ['number'],
  roles: ['SuperUser', 'Bookkeeping'],
  fields: {
    number: int32().present().filter(F1).sortable(),
    state: text(9).present().filter(F1).describe('`submitted`, `approved` or `rejected`'),
    accountingYear: text(4).present().references('accounting_year.year').describe('Of the draft voucher'),
    journalNumber: int32().present().filter(F1).describe('Of the draft voucher'),
    voucherNumber: int32().present().filter(F1).describe('The draft voucher'),
    people: list(text(10), APPROVERS_MAX)
      .present()
      .computed('array_to_json(t.people)')
      .describe('Who was asked, by initials; one of them decides'),
    note: text(250).describe('What was said to them'),
    submittedAt: instant().present().filter(F2).sortable().describe('When they were asked'),
    app: int32().describe('The app that asked'),
    ...actingFields(false),
    decidedAt: instant().describe('When it was approved or rejected'),
    decidedBy: text(10).describe('Who decided, by initials'),
    isDecidedByClaimed: flag().describe('true: the app said who decided; false: the grant was theirs'),
    reason: text(250).describe('What who decided says of it; of a rejection always there'),
    isUsed: flag().describe(
      'true: a standing journal has booked the voucher by it, and needs another for the next time',
    ),
    isCurrent: flag()
      .computed(IS_CURRENT)
      .describe('true: the draft is as it was submitted; false: it was changed, booked or deleted since'),
  },
  narrowedBy: {
    name: 'asked',
    column: 'people',
    field: text(10).describe('Only those that this person was asked, by initials'),
  },
  operations: [
    ...reads('/voucher-approvals', 'number'),
    {
      kind: 'action',
      method: 'POST',
      path: '/voucher-approvals',
      status: 201,
      schema: 'VoucherApprovalCreate',
      summary: 'Ask people to approve a draft voucher as it is now',
      given: ['number'],
      body: {
        journalNumber: int32(1, NUMBER_MAX).required().describe('The journal of the draft voucher'),
        voucherNumber: int32(0, NUMBER_MAX).required().describe('The draft voucher'),
        accountingYear: text(4).describe(
          'Of the draft voucher; needed where the journal has its number in several years',
        ),
        people: list(text(10), APPROVERS_MAX).required().describe('Who may decide: initials of active people'),
        note: text(250).describe('What is to be said to them'),
      },
      answer: { number: int32().present().describe('Of the approval') },
      run: submitVoucher,
    },
    {
      kind: 'action',
      method: 'POST',
      path: '/voucher-approvals/{number}/approve',
      status: 204,
      schema: 'VoucherApprove',
      summary: 'Approve a draft voucher that is as it was submitted; only who was asked can',
      body: { reason: text(250).describe('What is to be said of it') },
      run: approveVoucher,
    },
    {
      kind: 'action',
      method: 'POST',
      path: '/voucher-approvals/{number}/reject',
      status: 204,
      schema: 'VoucherReject',
      summary: 'Reject a draft voucher; only who was asked can',
      body: { reason: text(250, 1).required().describe('Why it is not to be booked') },
      run: rejectVoucher,
    },
  ],
  codes: [
    'ApprovalDoesNotExist',
    'ApprovalIsDecided',
    'ApprovalIsOutdated',
    'ApprovalNeedsPerson',
    'ApprovalNotAskedOf',
    'ApprovalVoucherDoesNotExist',
    'PersonDoesNotExist',
    'ValueRequired',
  ],
})

/** Journals that book only vouchers that were approved as they are (MONTH.md 3). */
export const journalApprovals = resource('JournalApprovals', {
  logsBodies: true,
  schema: 'JournalApproval',
  table: 'journal_approval',
  key: ['journalNumber'],
  roles: ['SuperUser'],
  fields: {
    journalNumber: int32(1, NUMBER_MAX)
      .required()
      .references('journal.number', 'ApprovalJournalDoesNotExist', { cascades: true })
      .unique('NumberAlreadyInUse')
      .filter(F1)
      .sortable()
      .describe('The journal'),
    isDemanded: flag().filter(F1).describe('true: it books only vouchers that were approved as they are'),
    lastUpdated: lastUpdated(),
    objectVersion: objectVersion(),
  },
  operations: standard('/journal-approvals', 'journalNumber'),
})
