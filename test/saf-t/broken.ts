import { lineOf } from './files.ts'

/** A valid file made wrong in one place. */
export interface Broken {
  name: string
  /** The sample's text to the broken text. */
  breaks(xml: string): string
  /** Where the fault is reported: on the line of this text in the broken file, or on the line of this number. */
  at: string | ((broken: string) => number)
  reason: RegExp
}

const replace = (from: string, to: string) => (xml: string) => {
  if (!xml.includes(from)) throw new Error(`The sample does not hold '${from}'.`)
  return xml.replace(from, () => to)
}

const lastLine = (broken: string) => broken.split('\n').length

const DOCTYPE_REASON = /DOCTYPE is not allowed/

const LAUGHS = `<!DOCTYPE AuditFile [
  <!ENTITY lol "lol">
  <!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
  <!ENTITY lol3 "&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;">
]>
<AuditFile`

/** Faults of the XML itself. */
const xml: Broken[] = [
  {
    name: 'truncated between elements',
    breaks: (text) => text.slice(0, text.indexOf('<TransactionID>2<')),
    at: lastLine,
    reason: /^The file is truncated: it ends inside Transaction, which begins on line \d+\.$/,
  },
  {
    name: 'truncated inside a tag',
    breaks: (text) => text.slice(0, text.indexOf('<CreditAmount>') + 6),
    at: lastLine,
    reason: /^The file is truncated: it ends inside Line/,
  },
  { name: 'empty', breaks: () => '', at: () => 1, reason: /no root element/ },
  { name: 'not XML', breaks: () => 'date;account;amount\n', at: () => 1, reason: /^The file is not XML/ },
  {
    name: 'a tag closed by another',
    breaks: replace('</AccountDescription>', '</AccountName>'),
    at: '</AccountName>',
    reason: /not well-formed: unexpected close tag/,
  },
  { name: 'billion laughs', breaks: replace('<AuditFile', LAUGHS), at: '<!DOCTYPE', reason: DOCTYPE_REASON },
  {
    name: 'an external entity',
    breaks: (text) =>
      replace(
        '<AuditFile',
        '<!DOCTYPE AuditFile [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<AuditFile',
      )(replace('Bankinnskudd', '&x;')(text)),
    at: '<!DOCTYPE',
    reason: DOCTYPE_REASON,
  },
  {
    name: 'an external DTD',
    breaks: replace('<AuditFile', '<!DOCTYPE AuditFile SYSTEM "http://127.0.0.1/x.dtd">\n<AuditFile'),
    at: '<!DOCTYPE',
    reason: DOCTYPE_REASON,
  },
  {
    name: 'a DOCTYPE without end',
    breaks: () => '<?xml version="1.0"?>\n\n<!DOCTYPE AuditFile [',
    at: () => 3,
    reason: DOCTYPE_REASON,
  },
  {
    name: 'an entity nobody declared',
    breaks: replace('Bankinnskudd', '&lol;'),
    at: '&lol;',
    reason: /not well-formed: undefined entity/,
  },
  {
    name: 'another encoding',
    breaks: replace('encoding="UTF-8"', 'encoding="UTF-16"'),
    at: () => 1,
    reason: /encoding is 'UTF-16'; its bytes are UTF-8/,
  },
]

/** Files of another schema. */
const schema: Broken[] = [
  {
    name: 'another namespace',
    breaks: replace('Taxation-Financial:NO', 'Taxation-Financial:SE'),
    at: '<AuditFile',
    reason: /^AuditFile has the namespace 'urn:StandardAuditFile-Taxation-Financial:SE'/,
  },
  {
    name: 'another root element',
    breaks: () => '<?xml version="1.0"?>\n<Invoice xmlns="urn:x"/>',
    at: '<Invoice',
    reason: /^The root element is Invoice/,
  },
  {
    name: 'another version',
    breaks: replace('>1.30<', '>2.00<'),
    at: '>2.00<',
    reason: /^AuditFileVersion is '2.00'; versions 1.10 to 1.40/,
  },
  {
    name: 'another country',
    breaks: replace('<AuditFileCountry>NO', '<AuditFileCountry>PT'),
    at: '>PT<',
    reason: /^AuditFileCountry is 'PT'/,
  },
  {
    name: 'an element that does not belong',
    breaks: replace('<Transaction>', '<Transactions>'),
    at: '<Transactions>',
    reason: /^Transactions does not belong in Journal/,
  },
  {
    name: 'an element of another namespace',
    breaks: replace('<Transaction>', '<Transaction xmlns="urn:x">'),
    at: '<Transaction xmlns',
    reason: /^Transaction has the namespace 'urn:x'/,
  },
  {
    name: 'text where elements belong',
    breaks: replace('<Journal>', 'hello<Journal>'),
    at: 'hello',
    reason: /^GeneralLedgerEntries holds the text 'hello'/,
  },
  {
    name: 'no header',
    breaks: (text) => text.replace(/<Header>[^]*<\/Header>/, ''),
    at: '<MasterFiles>',
    reason: /^MasterFiles stands before the Header/,
  },
  {
    name: 'no selection',
    breaks: (text) => text.replace(/<SelectionCriteria>[^]*<\/SelectionCriteria>/, ''),
    at: '<Header>',
    reason: /^Header has no SelectionCriteria/,
  },
  {
    name: 'a selection that ends before it begins',
    breaks: replace('<SelectionEndDate>2025-01-31', '<SelectionEndDate>2024-12-31'),
    at: '<SelectionCriteria>',
    reason: /^SelectionCriteria ends before it begins/,
  },
]

/** Values that cannot be read. */
const values: Broken[] = [
  {
    name: 'an amount with letters',
    breaks: replace('<Amount>1250.00', '<Amount>12S0.00'),
    at: '12S0',
    reason: /^Amount is '12S0\.00'; an amount is digits with a point\.$/,
  },
  {
    name: 'an amount with a comma',
    breaks: replace('<Amount>1250.00', '<Amount>1250,00'),
    at: '1250,00',
    reason: /^Amount is '1250,00'/,
  },
  {
    name: 'an amount with three decimals',
    breaks: replace('<Amount>1250.00', '<Amount>1250.001'),
    at: '1250.001',
    reason: /at most 2 decimals/,
  },
  {
    name: 'an amount of 19 digits',
    breaks: replace('<Amount>1250.00', '<Amount>12345678901234567.00'),
    at: '12345678901234567',
    reason: /^Amount has more than 18 digits/,
  },
  { name: 'an empty amount', breaks: replace('<Amount>1250.00', '<Amount>'), at: '<Amount><', reason: /^Amount is ''/ },
  {
    name: 'a day that is not in the calendar',
    breaks: replace('<TransactionDate>2025-01-10', '<TransactionDate>2025-01-32'),
    at: '2025-01-32',
    reason: /^TransactionDate is '2025-01-32'/,
  },
  {
    name: 'a Danish date',
    breaks: replace('<DueDate>2025-02-14', '<DueDate>14-02-2025'),
    at: '14-02-2025',
    reason: /^DueDate is '14-02-2025'; a date is YYYY-MM-DD/,
  },
  {
    name: 'debit and credit at once',
    breaks: replace(
      '<DebitAmount><Amount>1250.00</Amount></DebitAmount>',
      '<DebitAmount><Amount>1250.00</Amount></DebitAmount>\n<CreditAmount><Amount>1</Amount></CreditAmount>',
    ),
    at: '<CreditAmount><Amount>1<',
    reason: /^Line has both DebitAmount and CreditAmount/,
  },
  {
    name: 'neither debit nor credit',
    breaks: replace('<DebitAmount><Amount>1250.00</Amount></DebitAmount>', ''),
    at: '<Line>',
    reason: /^Line has neither DebitAmount nor CreditAmount/,
  },
]

/** Files that contradict themselves. */
const books: Broken[] = [
  {
    name: 'an unbalanced transaction',
    breaks: replace('<Amount>1250.00', '<Amount>1250.01'),
    at: '<Transaction>',
    reason: /^Transaction '1' does not balance: 0\.01 too much debit\.$/,
  },
  {
    name: 'an unknown account',
    breaks: (text) =>
      text.replace('<AccountID>3000</AccountID>\n          <Cust', '<AccountID>3001</AccountID>\n<Cust'),
    at: '<AccountID>3001',
    reason: /^AccountID '3001' is not among the GeneralLedgerAccounts\.$/,
  },
  {
    name: 'a party on an unknown account',
    breaks: replace('<BalanceAccount>\n          <AccountID>1500', '<BalanceAccount>\n          <AccountID>1501'),
    at: '1501',
    reason: /^AccountID '1501' is not among/,
  },
  {
    name: 'an unknown customer',
    breaks: replace(
      '<AccountID>1500</AccountID>\n          <CustomerID>K-1',
      '<AccountID>1500</AccountID>\n<CustomerID>K-9',
    ),
    at: 'K-9',
    reason: /^CustomerID 'K-9' is not among the Customers\.$/,
  },
  {
    name: 'an unknown supplier',
    breaks: (text) => text.replace(/(<\/AccountID>\n *<SupplierID>)9+/, '$17'),
    at: '<SupplierID>7',
    reason: /^SupplierID '7' is not among the Suppliers\.$/,
  },
  {
    name: 'a transaction twice',
    breaks: replace('<TransactionID>2<', '<TransactionID>1<'),
    at: (text) => lineOf(text, '<Transaction>', 2),
    reason: /^TransactionID '1' stands twice in journal 'SALG'\.$/,
  },
  {
    name: 'an account twice',
    breaks: replace('<AccountID>1920', '<AccountID>1500'),
    at: (text) => lineOf(text, '<Account>', 2),
    reason: /^AccountID '1500' stands twice\.$/,
  },
  {
    name: 'a customer twice',
    breaks: replace('<CustomerID>2<', '<CustomerID>K-1<'),
    at: (text) => lineOf(text, '<Customer>', 2),
    reason: /^CustomerID 'K-1' stands twice\.$/,
  },
  {
    name: 'a date outside the selection',
    breaks: replace('<TransactionDate>2025-01-31', '<TransactionDate>2025-02-01'),
    at: '>2025-02-01</TransactionDate>',
    reason: /^TransactionDate 2025-02-01 is outside the file's selection, 2025-01-01 to 2025-01-31\.$/,
  },
  {
    name: 'a wrong number of entries',
    breaks: replace('<NumberOfEntries>4', '<NumberOfEntries>5'),
    at: '<NumberOfEntries>',
    reason: /^NumberOfEntries is 5, but the file has 4 transactions\.$/,
  },
  {
    name: 'a wrong total debit',
    breaks: replace('<TotalDebit>4319.00', '<TotalDebit>4319.01'),
    at: '<TotalDebit>',
    reason: /^TotalDebit is 4319\.01, but the lines sum to 4319\.00\.$/,
  },
  {
    name: 'a wrong total credit',
    breaks: replace('<TotalCredit>4319.00', '<TotalCredit>4318'),
    at: '<TotalCredit>',
    reason: /^TotalCredit is 4318, but the lines sum to 4319\.00\.$/,
  },
  {
    name: 'a transaction without lines',
    breaks: (text) => text.replace(/(<TransactionID>3<[^]*?)<Line>[^]*?(<\/Transaction>)/, '$1$2'),
    at: (text) => lineOf(text, '<Transaction>', 3),
    reason: /^Transaction '3' has no Line\.$/,
  },
]

/** Every way a file is broken here, each from samples/minimal-1.30.xml. */
export const brokenFiles: readonly Broken[] = [...xml, ...schema, ...values, ...books]

/** The line a broken file's fault is expected on. */
export function expectedLine({ at }: Broken, content: string): number {
  return typeof at === 'string' ? lineOf(content, at) : at(content)
}
