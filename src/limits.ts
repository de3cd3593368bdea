/** Every bound of the service, each with the sentence that gives it. Tested at the edge and past it. */

/** Rule 2.7: items per cursor response. */
export const CURSOR_PAGE_SIZE = 1000
/** Ours: the largest parts that an explained figure names. */
export const EXPLAINED_LARGEST = 5
/** Rule 2.7: length of the `cursor` parameter. */
export const CURSOR_MAX_LENGTH = 50
/** Rule 2.8: `pageSize` 1..100, default 20. */
export const PAGE_SIZE_MAX = 100
export const PAGE_SIZE_DEFAULT = 20
/** Rule 2.8: `skipPages` 0..100. */
export const SKIP_PAGES_MAX = 100
/** Rule 2.8: only the first 10,000 items are reachable with classic paging. */
export const PAGED_REACH = 10_000
/** Ours: items up to which a page is found by an index on its order. Later pages cost the rows before them. */
export const INDEXED_REACH = 1000
/** Rule 2.4: entries of an `$in:` or `$nin:` list. */
export const FILTER_LIST_MAX = 200
/** Ours: nesting of parentheses in a filter; the parser and the database both recurse, so depth is bounded. */
export const FILTER_DEPTH_MAX = 32
/** Ours: length of a filter, in characters after URL decoding; 200 values of 60 characters fit. */
export const FILTER_MAX_LENGTH = 16_384
/** Ours: predicates in one filter; each is a condition the database must plan. */
export const FILTER_PREDICATES_MAX = 100
/** Ours: predicates with `$like:` in one filter, and wildcards in one of them: each is tried on every item that the others leave. */
export const FILTER_PATTERNS_MAX = 20
export const FILTER_WILDCARDS_MAX = 20
/** Ours: properties in one `sort`; more cannot change the order of any list here. */
export const SORT_PROPERTIES_MAX = 10
/** Ours: a request's first line and headers in bytes; the longest filter of ASCII characters fits, percent-encoded. */
export const HEADERS_MAX_BYTES = 64 * 1024
/** Ours: what the parser takes of them, so that a request somewhat too long is one still, and is refused as its method and API want it. */
export const HEADERS_PARSED_MAX_BYTES = 2 * HEADERS_MAX_BYTES
/** Ours: a request body in bytes; 500 draft entries with every field full stay under it. */
export const BODY_MAX_BYTES = 4 * 1024 * 1024
/** Ours: bytes read of a body that is too large, before the connection is cut: a sender reads the answer only when it may finish. */
export const BODY_UNREAD_MAX_BYTES = 64 * 1024 * 1024
/** Ours: the same in time. */
export const BODY_UNREAD_MILLISECONDS = 30_000
/** Ours: nesting of arrays and objects in a body; the deepest declared body has 3. */
export const BODY_DEPTH_MAX = 16
/** Ours: faults listed in one error body; the first hundred are enough to mend a body by. */
export const ERRORS_MAX = 100
/** Ours: calendar months that an accrual is booked over; fifty years. */
export const ACCRUAL_MONTHS_MAX = 600
/** Agreed: bytes from which an answer is compressed for who asks: smaller ones fit into one packet anyway. */
export const COMPRESSED_MIN_BYTES = 1024
/** Ours: answers that a process compresses at once; a few for each of the runtime's four threads, which also look up names and read files. */
export const COMPRESSING_MAX = 16
/** Agreed: characters of `Daybook-Notice`. */
export const NOTICE_MAX_LENGTH = 200
/** Ours: names that a notice has of one kind, and characters of what a client sent: all that fits is told. */
export const NOTICE_NAMES_MAX = 20
export const NOTICE_QUOTED_MAX_LENGTH = 40
/** Ours: decimals that quantities, hours, kilometres, factors and percentages are rounded to, as the published service does. */
export const DECIMALS_KEPT = 6
/** Ours: characters of the number that an open item had in other books; SAF-T gives references 35. */
export const EXTERNAL_NUMBER_MAX = 50
/** Agreed: bytes of a body that the log of requests keeps; more is cut. */
export const REQUEST_BODY_KEPT_BYTES = 64 * 1024
/** Ours: faults, items touched, and characters of a path, a query and a header that the log of requests keeps of one request. */
export const REQUEST_FAULTS_KEPT = 20
export const REQUEST_TOUCHED_MAX = 20
export const REQUEST_URL_KEPT_LENGTH = 4000
export const REQUEST_HEADER_KEPT_LENGTH = 1000
/** Ours: requests that a process logs in a second, for long, so that logging takes a small part of its time; and those that it holds until they are written. */
export const REQUEST_LOG_PER_SECOND = 200
export const REQUEST_LOG_BUFFER_MAX = 2000
export const REQUEST_LOG_BUFFER_BYTES = 16 * 1024 * 1024
/** Ours: how long requests wait to be written together, and how long a process that ends waits for its last ones. */
export const REQUEST_LOG_SOON_MILLISECONDS = 300
export const REQUEST_LOG_LAST_MILLISECONDS = 2000
/** Ours: hours that the coverage of a sandbox is kept, and rows that it takes at most; what a process holds of it, and refused calls that it waits to see again, for how long. */
export const COVERAGE_HOURS = 72
export const COVERAGE_ROWS_MAX = 50_000
export const COVERAGE_BUFFER_MAX = 10_000
export const COVERAGE_REFUSED_MAX = 1000
export const COVERAGE_RESENT_MILLISECONDS = 120_000
/** Ours: what is read of a file of recorded traffic: bytes, calls, a body, how deep and in how many fields answers are compared, and how many differences are told. */
export const RECORDED_BYTES_MAX = 64 * 1024 * 1024
export const RECORDED_CALLS_MAX = 10_000
export const RECORDED_BODY_BYTES_MAX = 4 * 1024 * 1024
export const RECORDED_DEPTH_MAX = 32
export const RECORDED_FIELDS_MAX = 5000
export const RECORDED_DIFFERENCES_MAX = 1000
/** Agreed: milliseconds that a sandbox can have a request wait, and how many of an agreement wait in a process at once. */
export const SLOW_MAX_MILLISECONDS = 60_000
export const SLOW_AT_ONCE_MAX = 10
/** Ours: rules of a sandbox's plan of faults: each is looked at for every request of it. And characters of a path in a rule. */
export const FAULT_RULES_MAX = 50
export const FAULT_PATH_MAX_LENGTH = 500
/** Ours: milliseconds that a sandbox can have a webhook's delivery wait: an hour. */
export const DELAY_MAX_MILLISECONDS = 3_600_000
/** Agreed: snapshots that a sandbox may have. Ours: sandboxes that may be made of one, so that no program fills the disk by mistake. */
export const SNAPSHOTS_MAX = 10
export const SNAPSHOT_BRANCHES_MAX = 20
/** Ours: sandboxes that programs make of one and of those in an hour, by resets and branches, where the operator sets no number: a small request makes a whole company. */
export const SANDBOXES_HOURLY = 20
/** Ours: how many years ahead a run of subscriptions may be: what is missed until then is computed period by period. */
export const SUBSCRIPTION_YEARS_AHEAD = 100
/** Rule 4.4: the idempotency cache window. */
export const IDEMPOTENCY_SECONDS = 3600
/** Agreed: how long a dry run may take, in milliseconds: it holds the locks of the write that long. */
export const DRY_RUN_MILLISECONDS = 5000
/** Agreed: bytes of a file of bank statements that can be tried. */
export const DRY_RUN_STATEMENT_BYTES_MAX = 1024 * 1024
/** Ours: length of an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_MAX_LENGTH = 255
/** Rule 3.5: a revoked grant stops working on every node within a second, so no node trusts a read older than this. */
export const GRANT_CACHE_MILLISECONDS = 800
/** Ours: how old an answer of `/health` may be, in milliseconds: load balancers ask every second or slower. */
export const HEALTH_MILLISECONDS = 500
/** Ours: how often the database is asked whether it answers, in milliseconds, while anybody waits for it. */
export const PULSE_MILLISECONDS = 250
/**
 * Ours: how often primary and standby are asked how far the standby is, in milliseconds. An agreement that wrote reads from the primary that long,
 * and until the standby has the write.
 */
export const STANDBY_LOOK_MILLISECONDS = 250
/** Ours: how often `/health` has the coordinator ask which servers answer, where agreements are spread, in milliseconds. */
export const SERVERS_LOOK_MILLISECONDS = 1000
/** Ours: how long a server may be silent then, in milliseconds; under load it answers the shortest question in a hundredth of that. */
export const SILENCE_MILLISECONDS_MAX = 1500
/** Ours: how long a commit may wait for a standby before `/health` says that writes hang, in milliseconds. */
export const HEALTH_HANGING_MILLISECONDS = 1500
/** Ours: how long opening a connection to the database may take, in milliseconds; then the answer is 503. */
export const CONNECT_MILLISECONDS_MAX = 1500
/** Ours: the longest pause between failed attempts to connect, in milliseconds: a database that is back is noticed that soon. */
export const CONNECT_PAUSE_MILLISECONDS_MAX = 1000
/** Ours: how long a request waits for a connection to the database, in milliseconds, and how many wait, of one agreement and of all. */
export const WAIT_MILLISECONDS_MAX = 10_000
export const WAITING_MAX_OF_AGREEMENT = 500
export const WAITING_MAX = 5_000
/** Ours: how often the server checks whether the client of a statement is still connected, in milliseconds. A statement without one ends. */
export const ABANDONED_MILLISECONDS = 250
/** Ours: how long a transaction of a service may send nothing, in milliseconds; a large booking computes between its statements. */
export const IDLE_TRANSACTION_MILLISECONDS_MAX = 60_000
/** Ours: how long a statement is waited for beyond its own limit, in milliseconds. A server that still runs ends it earlier. */
export const ANSWER_MILLISECONDS_LATE = 5000
/**
 * Ours: wrong pairs of tokens from one address before its refusals come late; pairs forgotten each second; how late, in milliseconds; addresses
 * counted.
 */
export const WRONG_TOKENS_FREE = 300
export const WRONG_TOKENS_PER_SECOND = 1
export const WRONG_TOKENS_SLOWED_MILLISECONDS = 1000
export const WRONG_TOKENS_ADDRESSES_MAX = 10_000
/** The console: minutes that a link works, hours without use and days after which a session ends, minutes after a link in which passkeys are enrolled. */
export const CONSOLE_LINK_MINUTES = 15
export const CONSOLE_IDLE_HOURS = 12
export const CONSOLE_SESSION_DAYS = 30
export const CONSOLE_ENROL_MINUTES = 5
/** Ours: minutes in which a passkey has to answer. */
export const CONSOLE_CHALLENGE_MINUTES = 5
/** Ours: how many minutes old the note may be that a session is in use, and how much is kept of what a browser calls itself. */
export const CONSOLE_TOUCH_MINUTES = 5
export const CONSOLE_BROWSER_MAX_LENGTH = 200
/** Ours: grants a node remembers at once. */
export const GRANT_CACHE_MAX = 10_000
/** Rule 1.1: int32 identifiers such as voucher numbers end at nine digits. */
export const NUMBER_MAX = 999_999_999
/** Employees have at most six digits (contract, Employee). */
export const EMPLOYEE_NUMBER_MAX = 999_999
/** Issue 11: time entries or mileages that one call approves. */
export const APPROVED_MAX = 1000
/** Rule 1.12: draft entries in one bulk call. */
export const BULK_ENTRIES_MAX = 500
/** Ours: vouchers that the refusal of a number names, where several have it. */
export const CANDIDATES_TOLD_MAX = 10
/** Ours: statements that read single items of one resource of an agreement at once, and items that one of them reads. */
export const SINGLE_READS_AT_ONCE = 2
export const SINGLE_READS_TOGETHER_MAX = 100
/** Ours: requests, and items of them, that are written as one when they come at once; a batch is over in the time of a few bulk calls. */
export const BATCH_REQUESTS_MAX = 100
export const BATCH_ITEMS_MAX = 2000
/** Ours: bytes that the creates of one agreement, and of all, may have waiting on a node; some thousands of small ones, or ten of the largest. */
export const CREATES_BYTES_MAX_OF_AGREEMENT = 40 * 1024 * 1024
export const CREATES_BYTES_MAX = 320 * 1024 * 1024
/** Ours: what a create that waits takes beside its body: its request, reply and promises. */
export const CREATE_BYTES = 16 * 1024
/** Ours: how long a create waits to be written, whatever becomes of the database. */
export const CREATE_WAIT_MILLISECONDS = 60_000
/** Ours: values that one import makes or names. */
export const IMPORTED_VALUES_MAX = 10_000
/** Ours: departments a distribution names; reports split an entry among them. */
export const DISTRIBUTION_LINES_MAX = 100
/** The contract: digits of a draft entry's amount. */
export const AMOUNT_DIGITS_MAX = 18
/** Rule 6.7: decimals of an amount. */
export const AMOUNT_DECIMALS = 2
/** Ours: decimals of a quantity. */
export const QUANTITY_DECIMALS = 4
/** Rule 12.3: decimals of a price, kept as sent. */
export const PRICE_DECIMALS = 6
/** Ours: what a mark-up may take off, in per cent: with more, who buys would be paid. */
export const MARK_DOWN_MAX = 100
/** Rule 14.3: hours and kilometres of an entry, either way. */
export const HOURS_MAX = 999.99
export const KILOMETRES_MAX = 99_999
/** Rule 12.3: decimals of a quantity sold, kept as sent. */
export const QUANTITY_DECIMALS_OF_SALES = 6
/** Ours: how long a transaction of a run takes, about: other writes wait for it. It decides how many subscribers the next one takes. */
export const BATCH_MILLISECONDS = 120
/** Ours: subscribers that a run locks and invoices at a time, at most. */
export const SUBSCRIBERS_AT_ONCE = 500
/** Ours: subscribers that a run begins with. */
export const SUBSCRIBERS_AT_FIRST = 50
/** Ours: subscribers that a run takes at a time, however slow it is. */
export const SUBSCRIBERS_AT_LEAST = 10
/** Ours: periods of a subscriber that one run invoices; ten years of months. */
export const PERIODS_OF_RUN_MAX = 120
/** Ours: documents that a run makes in one request, so that its answer comes in about half a minute. */
export const DOCUMENTS_OF_REQUEST_MAX = 10_000
/** Ours: amounts of depreciation that one request drafts, and assets that one brings along. */
export const DEPRECIATIONS_MAX = 5000
export const OPENING_ASSETS_MAX = 2000
/** Ours: months that a report is divided by. */
export const REPORT_MONTHS_MAX = 60
/** Ours: days ahead for which deadlines are told: a year, of which the books say enough. */
export const DEADLINE_DAYS_MAX = 366
/** Ours: vouchers out of balance that are named; beyond that many they are counted. */
export const UNBALANCED_MAX = 200
/** Ours: entries of a statement that is printed: some 110 pages. */
export const STATEMENT_LINES_MAX = 5000
/** Ours: customers that one request reminds; rates and texts of the setup of reminders. */
export const REMINDERS_MAX = 1000
export const REMINDER_RATES_MAX = 100
/** Rule 7.2: decimals of an exchange rate. */
export const EXCHANGE_RATE_DECIMALS = 6
/** Ours: price of one call, told in `X-CallCost` while rate limiting is on. */
export const CALL_COST = 3
/** Ours: shapes of filters and sorts a connection keeps prepared before it is replaced; some ten kilobytes each in the server. */
export const SHAPES_PER_CONNECTION_MAX = 200
/** Ours: how long a read over the books may take, and wait for its turn, in milliseconds; the widest report of 10 million entries takes less. */
export const READ_MILLISECONDS_MAX = 20_000
/** Ours: how long a read over the books counts as quick, in milliseconds; and the places among them that quick reads of one agreement leave to others. */
export const QUICK_READ_MILLISECONDS = 25
export const WIDE_READS_FOR_OTHERS = 2
/** Ours: how long any other statement may take, in milliseconds; the largest booking takes a tenth of it. */
export const WRITE_MILLISECONDS_MAX = 300_000
/** Ours: bytes of the log that are written at once, and how long a line waits for others, in milliseconds; nobody reads it faster. */
export const LOG_BYTES_TOGETHER = 4096
export const LOG_MILLISECONDS = 100
/** Ours: bytes of the log that wait for a reader that has stopped; some hundred thousand lines. */
export const LOG_BYTES_MAX = 16 * 1024 * 1024
/** Ours: bytes of a note in a backup or an export, which is held; that of an agreement with 100,000 grants has a third of them. */
export const BACKUP_NOTE_BYTES_MAX = 4 * 1024 * 1024
/** Ours: bytes of a row there, as text, which the database holds while it takes it; a piece of a file has a five-hundredth of them. */
export const BACKUP_ROW_BYTES_MAX = 256 * 1024 * 1024
/** Ours: bytes of a frame of rows there, which nobody holds: a row and what came before it fit. */
export const BACKUP_ROWS_BYTES_MAX = 2 * BACKUP_ROW_BYTES_MAX
/** Ours: how far a number may be that the agreements of a database count together, as versions are; a million a second take 142 years to it, and the fifteenth server of Citus begins below it. */
export const BACKUP_COUNTED_MAX = 2 ** 52
/** Ours: agreements whose rate a node counts at once. */
export const RATE_BUCKETS_MAX = 100_000
/** Ours: how often a node removes idempotency records past their window. */
export const FORGET_EVERY_MILLISECONDS = 5 * 60 * 1000
/**
 * Ours: database connections of a process that serves: the default, the least and the most. One asks whether the database answers, one is for leases,
 * the rest are for requests.
 */
export const CONNECTIONS_OF_PROCESS = 18
export const CONNECTIONS_OF_PROCESS_MIN = 4
export const CONNECTIONS_OF_PROCESS_MAX = 200
export const CONNECTIONS_APART = 2
/** Ours: connections of the primary process, which only manages the others, and of a command. */
export const CONNECTIONS_OF_PRIMARY = 2
export const CONNECTIONS_OF_COMMAND = 4
/** Ours: how long a lease lasts without renewal, in milliseconds: another process takes over from a killed one that soon. */
export const LEASE_MILLISECONDS = 6_000
/** Ours: how long a statement on the connection apart is waited for, in milliseconds: it keeps leases, and the next attempt still comes in time. */
export const ANSWER_APART_MILLISECONDS_MAX = LEASE_MILLISECONDS / 2
/** Ours: how long a server of agreements that cannot be connected to is left to the coordinator. */
export const HOME_PAUSE_MILLISECONDS = 10_000
/** Ours: draft entries one booking call may name; a whole journal or an interval has no such bound. */
export const BOOKED_AT_ONCE_MAX = 50_000
/** Ours: how long a client may take to send a request; a slow one cannot hold a connection for good. */
export const REQUEST_TIMEOUT_MILLISECONDS = 60_000
/** Rule 10.7: custom headers of a webhook, and their characters as serialized JSON. */
export const WEBHOOK_HEADERS_MAX = 5
export const WEBHOOK_HEADERS_MAX_LENGTH = 1000
/** How long the token of a grant opens after a rotation: so that an answer that is lost locks nobody out. */
export const GRANT_OVERLAP_MINUTES = 10
/** Rule 10.4: how long a webhook's previous secret signs too after a rotation; an app's opens as long. */
export const SECRET_OVERLAP_HOURS = 24
/** Ours: webhooks whose secrets are encrypted in one transaction, at the first start that has a key for them. */
export const WEBHOOKS_SEALED_AT_ONCE = 1000
/** Ours: webhook deliveries one call sends again; they are locked and renumbered in one statement. */
export const REDELIVERED_AT_ONCE_MAX = 10_000
/** Rule 15.5: bytes of a file that is attached. */
export const DOCUMENT_FILE_BYTES_MAX = 9_437_184
/** Ours: what else a form may hold beside its file, in bytes, and how many parts; the fields that there are take a hundredth of it. */
export const FORM_BYTES_MAX = 64 * 1024
export const FORM_PARTS_MAX = 20
/** Ours: files that one document is made of, and their bytes: reading it makes one PDF of them, in memory. */
export const DOCUMENT_PARTS_MAX = 100
export const DOCUMENT_BYTES_MAX = 4 * DOCUMENT_FILE_BYTES_MAX
/** Ours: pages of a document; ten years of statements have fewer. */
export const DOCUMENT_PAGES_MAX = 5000
/** Ours: documents that one call deletes. */
export const DOCUMENTS_DELETED_MAX = 500
/** Ours: what the objects of a PDF may unpack to, in bytes, and how many there may be; those of a thousand pages take a tenth. */
export const PDF_UNPACKED_BYTES_MAX = 64 * 1024 * 1024
export const PDF_OBJECTS_MAX = 500_000
/** Ours: what the pixels of a PNG may take, in bytes; those of a telephone's screen take a sixth. */
export const IMAGE_UNPACKED_BYTES_MAX = 64 * 1024 * 1024
/** Ours: bytes of a PDF that is composed of a document's files: a PNG with transparency is larger in it. */
export const COMPOSED_FILE_BYTES_MAX = 2 * DOCUMENT_BYTES_MAX
/**
 * Ours: parsers of a process; what each may take, for JavaScript and altogether; how much less than others it gets of a busy processor. The largest
 * document takes 250 MB to compose.
 */
export const PARSERS = 2
export const PARSER_HEAP_MEGABYTES = 256
export const PARSER_MEGABYTES_MAX = 640
export const PARSER_NICENESS = 5
/**
 * Ours: how long a parser may work on a job, in milliseconds of processor time, and of the clock; how long it may be
 * silent, where nothing in it watches the clock; and how long it may take to start. What it waits for a processor is
 * never counted. On a machine with nothing else to do, whatever is sent is answered within 5 seconds.
 */
export const PARSER_CPU_MILLISECONDS_MAX = 3000
export const PARSER_ALONE_MILLISECONDS_MAX = 4500
export const PARSER_MILLISECONDS_MAX = 20_000
export const PARSER_START_MILLISECONDS_MAX = 30_000
/** Ours: how long a parser without work is kept, in milliseconds; how many jobs wait for one, and how many of one agreement. */
export const PARSER_IDLE_MILLISECONDS = 30_000
export const PARSING_QUEUE_MAX = 200
export const PARSING_QUEUE_MAX_OF_AGREEMENT = 100
/** MONTH.md 1: bytes of a file of bank statements, and its lines. */
export const BANK_FILE_BYTES_MAX = 64 * 1024 * 1024
export const BANK_LINES_MAX = 100_000
/** Ours: payments of a proposal, and open items that it looks at. */
export const PAYMENTS_MAX = 1000
/** Ours: lines of a statement that are written at once; statements of a file that do not continue each other. */
export const BANK_LINES_AT_ONCE = 5000
export const BANK_STATEMENTS_MAX = 200
/** Ours: processor time of a parser for the bank, in milliseconds: a hundred thousand lines take 4 s. */
export const BANK_CPU_MILLISECONDS_MAX = 15_000
/** Ours: bytes of bank lines as a parser gives them. */
export const BANK_LINES_BYTES_MAX = 128 * 1024 * 1024
/** Ours: files that one call takes into the inbox; together they have as many bytes as a document. */
export const INBOX_FILES_MAX = 50
/** Ours: people who are asked to approve one draft voucher. */
export const APPROVERS_MAX = 20
/** Ours: lines of an e-invoice, and files inside it. */
export const EINVOICE_LINES_MAX = 5000
export const EINVOICE_FILES_MAX = 20
/** Ours: processor time of a parser for an e-invoice, in milliseconds; the PDF of 5000 lines takes a third. */
export const EINVOICE_CPU_MILLISECONDS_MAX = 10_000
/** Ours: bytes of a job's files, and of what a parser tells or is asked beside files. */
export const PARSER_INPUT_BYTES_MAX = Math.max(DOCUMENT_BYTES_MAX, BANK_FILE_BYTES_MAX)
export const PARSER_FACTS_BYTES_MAX = 64 * 1024
/** Ours: bytes of a file that travel to and from the database at once; a millisecond of work. */
export const DOCUMENT_PIECE_BYTES = 256 * 1024
/** Ours: bytes of files that a process holds at once, of one agreement and of all. */
export const FILES_BYTES_MAX_OF_AGREEMENT = 80 * 1024 * 1024
export const FILES_BYTES_MAX = 160 * 1024 * 1024
/** Ours: how long an upload or download waits for its share; an upload, unread so far, then has as long again before its request times out. */
export const FILES_WAIT_MILLISECONDS = REQUEST_TIMEOUT_MILLISECONDS / 2
/** Ours: accounts, parties, periods and the like that a process remembers for creates of draft entries, of one agreement and of all; each takes some 300 bytes. */
export const REMEMBERED_NAMES_MAX_OF_AGREEMENT = 2000
export const REMEMBERED_NAMES_MAX = 20_000
/** Ours: how long nothing of an agreement is remembered once it was outdated, in milliseconds: each time costs an attempt. */
export const DOUBTED_MILLISECONDS = 1000
/** Ours: composed PDFs that a process remembers, in bytes: a PDF read by ranges is not composed for each range. */
export const COMPOSED_BYTES_MAX = 32 * 1024 * 1024
/** Ours: what a search answers of each kind, at most. */
export const SEARCH_ITEMS_MAX = 10
/** Ours: the latest entries, and documents, whose texts a search looks through; older ones are found by the whole text, a number or an amount. */
export const SEARCH_ENTRIES_LOOKED_AT = 5000
/** Ours: the latest vouchers that suggestions for a voucher are chosen from. */
export const ALIKE_LOOKED_AT = 50
/** Ours: how far the clock of a sandbox may be ahead of the real one, in years. */
export const CLOCK_YEARS_AHEAD_MAX = 50
/** Ours: how far one call advances the clock of a sandbox, in days and in months. */
export const ADVANCE_DAYS_MAX = 3660
export const ADVANCE_MONTHS_MAX = 120
/** Ours: how much one advance does on its way before it stops short: documents of runs, and moments that it stops at. */
export const ADVANCE_DOCUMENTS_MAX = 10_000
export const ADVANCE_STEPS_MAX = 1000
/** Ours: how long an advance waits for the attempts of webhooks that are due on its way, in milliseconds. */
export const RETRY_MILLISECONDS_MAX = 30_000
/** Ours: after how many seconds an advance that is not finished may have been cut off. */
export const CUT_OFF_SECONDS = 60
