// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface DraftEntryAccrual {
  /** The draft entry that is spread. */ entryNumber: number
  /** The journal that the draft entry accrual belongs to. */ journalNumber: number
  /** The accrual account: the amount waits there and leaves it month by month. */ accountNumber: number
  /** The first day of the draft entry accrual. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ startDate: string
  /** The last day of the draft entry accrual. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ endDate: string
  /** Calendar months touched. */ months: number | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DraftEntryAccrualCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DraftEntryAccrual[]
}

export type DraftEntryAccrualCreate = Body<DraftEntryAccrual, 'entryNumber' | 'journalNumber' | 'accountNumber' | 'startDate' | 'endDate', 'months' | 'objectVersion'>

export interface DraftEntryAccrualCreatedResult {
  /** Identifies the item created. */ entryNumber: number
}

export type DraftEntryAccrualUpdate = Body<DraftEntryAccrual, 'entryNumber' | 'journalNumber' | 'accountNumber' | 'startDate' | 'endDate' | 'objectVersion', never>

export interface DraftEntry {
  /** The number of the draft entry. */ entryNumber: number | null
  /** 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 10 manual customer invoice. */ entryTypeNumber: 2 | 3 | 4 | 5 | 10
  /** The number of the voucher; left out on create, the next free one of the journal. */ voucherNumber: number | null
  /** The journal that the draft entry belongs to. It cannot be changed. */ journalNumber: number
  /** The day that the entry will count on. It must lie in an open accounting year. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** The account that the amount is booked to. Of payments and invoices it follows from the group of the customer or supplier. */ accountNumber: number | null
  /** The VAT code of the account’s side: the amount includes its tax. */ vatCode: string | null
  /** The amount, VAT included, in the currency of the entry: debit is positive, credit negative. */ amount: number
  /** The currency of the amount, by its ISO 4217 code; that of the customer or supplier where left out. */ currency: string
  /** Units of base currency for 100 units of the currency; the rate of the day where left out. */ exchangeRate: number | null
  /** The contra account: it takes the opposite amount. */ contraAccountNumber: number | null
  /** The VAT code of the contra account’s side. */ contraVatCode: string | null
  /** The text of the entry, at most 250 characters. */ text: string | null
  /** The project. */ projectNumber: number | null
  /** The cost type: what the money was spent on. */ costTypeNumber: number | null
  /** The number of the customer. */ customerNumber: number | null
  /** The number of the invoice to the customer that the entry is about; digits only. */ customerInvoiceNumber: string | null
  /** The number of the supplier. */ supplierNumber: number | null
  /** The number that the supplier gave the invoice. */ supplierInvoiceNumber: string | null
  /** How a supplier invoice is paid: -1 not at all, 1 payment slip +71, 2 payment slip +73, 5 payment slip +04, 7 bank transfer, 10 IBAN transfer, 17 payment slip +75. */ supplierPaymentType: -1 | 1 | 2 | 5 | 7 | 10 | 17 | null
  /** The account that the supplier is paid to, in the form of the payment type. */ supplierPaymentBank: string | null
  /** The payment reference or message to the supplier. */ supplierPaymentMessage: string | null
  /** The day by which an invoice is to be paid; left out, the payment term gives it. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ dueDate: string | null
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface DraftEntryCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: DraftEntry[]
}

export type DraftEntryCreate = Body<DraftEntry, 'entryTypeNumber' | 'journalNumber' | 'date' | 'amount', 'entryNumber' | 'objectVersion'>

export interface DraftEntryCreatedResult {
  /** Identifies the item created. */ entryNumber: number
}

export type DraftEntryUpdate = Body<DraftEntry, 'entryNumber' | 'entryTypeNumber' | 'voucherNumber' | 'journalNumber' | 'date' | 'amount' | 'objectVersion', never>

export interface DraftEntries {
  /** The items, at most 500: all of them are written, or none. */ entries: DraftEntryCreate[]
}

export interface DraftEntryCreatedResultArray {
  /** What identifies the items created, in the order of the request. */ entryNumbers: number[]
}

export interface DraftEntriesUpdate {
  /** The items, at most 500: all of them are written, or none. */ entries: DraftEntryUpdate[]
}

export interface BookingParameters {
  /** Only vouchers from this day on are booked. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ fromDate: string
  /** Only vouchers up to this day are booked. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ toDate: string
}

export interface BookEntriesParameters {
  /** The draft entries to book. */ entryNumbers: number[]
}

export interface Journal {
  /** The number that identifies the journal. */ number: number
  /** false: vouchers balance by date; true: by month. Left out when false. */ balancingBehavior?: boolean
  /** true: entries need no approval, whatever `requireAdminApproval` says. Left out when false. */ autoApprove?: boolean
  /** Draft entries stay when they are booked. Left out when false. */ isStandingJournal?: boolean
  /** Only a grant with the role SuperUser books the journal. Left out when false. */ requireAdminApproval?: boolean
  /** The VAT code of an entry is that of its account; another one is refused. Left out when false. */ lockVatCodes?: boolean
  /** What the next voucher without a number gets: the first number that no draft and no booked voucher has. Above the maximum when all are used. */ nextVoucherNumber: number | null
  /** The first voucher number that the journal gives. */ minimumVoucherNumber: number | null
  /** The last voucher number that the journal gives. */ maximumVoucherNumber: number | null
  /** The contra account of new customer payments, usually the bank. */ customerContraAccount: number | null
  /** The contra account of new supplier payments, usually the bank. */ supplierContraAccount: number | null
  /** The text of new customer payments. */ customerPaymentText: string | null
  /** The text of new supplier payments. */ supplierPaymentText: string | null
  /** The name. */ name: string
  /** The order in which people see journals and statuses: lower comes first. */ priority: number | null
  /** Vouchers that do not balance stay behind instead of stopping a booking. Left out when false. */ allowPartialBooking?: boolean
  /** true: if part of a voucher does not balance, the whole voucher stays behind. It goes with `allowPartialBooking`. Left out when false. */ requireBalancePerVoucherId?: boolean
  /** A new entry without text takes the latest text of its voucher. Left out when false. */ repeatText?: boolean
  /** The message of supplier invoices paid by transfer, for entries that have none. */ paymentMessageText: string | null
  /** The department of new entries. */ defaultDepartment: number | null
  /** The only entry type that the journal takes: 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 10 manual customer invoice; 0 takes all. */ entryTypeRestrictedTo: 0 | 2 | 3 | 4 | 5 | 10 | null
  /** Another name of entryTypeRestrictedTo; send one of them, or both: an update takes the one that was changed. 2 customer payment, 3 supplier invoice, 4 supplier payment, 5 finance voucher, 10 manual customer invoice; 0 takes all. */ allowedEntryType: 0 | 2 | 3 | 4 | 5 | 10
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion: string
}

export interface JournalCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Journal[]
}

export type JournalCreate = Body<Journal, 'name', 'number' | 'objectVersion'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type JournalUpdate = Body<Journal, 'number' | 'name' | 'objectVersion', never>

export interface Resources {
  draftEntryAccruals: Of<{ item: DraftEntryAccrual; key: { journalNumber: number; entryNumber: number }; create: DraftEntryAccrualCreate; created: DraftEntryAccrualCreatedResult }, 'get' | 'list' | 'page' | 'count' | 'create' | 'update' | 'delete'>
  draftEntries: Of<{ item: DraftEntry; key: number; create: DraftEntryCreate; created: DraftEntryCreatedResult; made: DraftEntryCreatedResultArray }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete' | 'createMany' | 'updateMany'>
  journals: Of<{ item: Journal; key: number; create: JournalCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
}

export interface Calls {
  /** Read a draft entry accrual */ 'GET /journalsapi/v15.0.1/accruals/{journalNumber}/{entryNumber}': { path: { journalNumber: number; entryNumber: number }; answer: DraftEntryAccrual }
  /** List draft entry accruals by cursor */ 'GET /journalsapi/v15.0.1/accruals': { query: { cursor?: string; filter?: string }; answer: DraftEntryAccrualCursorResults }
  /** Create a draft entry accrual */ 'POST /journalsapi/v15.0.1/accruals': { body: DraftEntryAccrualCreate; answer: DraftEntryAccrualCreatedResult }
  /** Update a draft entry accrual */ 'PUT /journalsapi/v15.0.1/accruals': { body: DraftEntryAccrualUpdate; answer: undefined }
  /** Delete a draft entry accrual */ 'DELETE /journalsapi/v15.0.1/accruals': { body: { journalNumber: number; entryNumber: number }; answer: undefined }
  /** List draft entry accruals by pages */ 'GET /journalsapi/v15.0.1/accruals/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DraftEntryAccrual[] }
  /** Count draft entry accruals */ 'GET /journalsapi/v15.0.1/accruals/count': { query: { filter?: string }; answer: number }
  /** List draft entries by cursor */ 'GET /journalsapi/v15.0.1/draft-entries': { query: { cursor?: string; filter?: string }; answer: DraftEntryCursorResults }
  /** Create a draft entry */ 'POST /journalsapi/v15.0.1/draft-entries': { body: DraftEntryCreate; answer: DraftEntryCreatedResult }
  /** Update a draft entry */ 'PUT /journalsapi/v15.0.1/draft-entries': { body: DraftEntryUpdate; answer: undefined }
  /** List draft entries by pages */ 'GET /journalsapi/v15.0.1/draft-entries/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: DraftEntry[] }
  /** Count draft entries */ 'GET /journalsapi/v15.0.1/draft-entries/count': { query: { filter?: string }; answer: number }
  /** Read a draft entry */ 'GET /journalsapi/v15.0.1/draft-entries/{entryNumber}': { path: { entryNumber: number }; answer: DraftEntry }
  /** Delete a draft entry */ 'DELETE /journalsapi/v15.0.1/draft-entries/{entryNumber}': { path: { entryNumber: number }; answer: undefined }
  /** Create several draft entries, all or none */ 'POST /journalsapi/v15.0.1/draft-entries/bulk': { body: DraftEntries; answer: DraftEntryCreatedResultArray }
  /** Update several draft entries, all or none */ 'PUT /journalsapi/v15.0.1/draft-entries/bulk': { body: DraftEntriesUpdate; answer: undefined }
  /** Delete every draft entry of a journal */ 'DELETE /journalsapi/v15.0.1/draft-entries/delete/{journalNumber}': { path: { journalNumber: number }; answer: undefined }
  /** Book every draft entry of the journal */ 'POST /journalsapi/v15.0.1/entries/draft/{journalNumber}/book': { path: { journalNumber: number }; answer: undefined }
  /** Book the vouchers of the journal whose days lie in a range */ 'POST /journalsapi/v15.0.1/entries/draft/{journalNumber}/bookWithDateInterval': { path: { journalNumber: number }; body: BookingParameters; answer: undefined }
  /** Book every draft entry of the journal */ 'POST /journalsapi/v15.0.1/journals/{journalNumber}/book': { path: { journalNumber: number }; answer: undefined }
  /** Book the vouchers of the journal whose days lie in a range */ 'POST /journalsapi/v15.0.1/journals/{journalNumber}/bookWithDateInterval': { path: { journalNumber: number }; body: BookingParameters; answer: undefined }
  /** Book the draft entries named */ 'POST /journalsapi/v15.0.1/journals/{journalNumber}/bookdraftentries': { path: { journalNumber: number }; body: BookEntriesParameters; answer: undefined }
  /** List journals by cursor */ 'GET /journalsapi/v15.0.1/journals': { query: { cursor?: string; filter?: string }; answer: JournalCursorResults }
  /** Create a journal */ 'POST /journalsapi/v15.0.1/journals': { body: JournalCreate; answer: CreatedResult }
  /** Update a journal */ 'PUT /journalsapi/v15.0.1/journals': { body: JournalUpdate; answer: undefined }
  /** List journals by pages */ 'GET /journalsapi/v15.0.1/journals/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Journal[] }
  /** Count journals */ 'GET /journalsapi/v15.0.1/journals/count': { query: { filter?: string }; answer: number }
  /** Read a journal */ 'GET /journalsapi/v15.0.1/journals/{number}': { path: { number: number }; answer: Journal }
  /** Delete a journal */ 'DELETE /journalsapi/v15.0.1/journals/{number}': { path: { number: number }; answer: undefined }
}
