/** A file of bank statements that was made to do harm: what it is, and its bytes. */
export type HostileStatement = readonly [what: string, file: () => Buffer]

const MEBIBYTE = 2 ** 20
const HEAD = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>'
const TAIL = '</BkToCstmrStmt></Document>'

/** camt.053 with something in its statement, often enough for so many bytes. */
const statement = (what: string, bytes: number, around = ['<Stmt>', '</Stmt>']): Buffer =>
  Buffer.from(HEAD + around[0] + what.repeat(Math.floor(bytes / what.length)) + around[1] + TAIL)

const lineOf61 = ':61:2601010101D1,00NMSCNONREF\r\n'
const MT940 = ':20:X\r\n:25:1/2\r\n:28C:1\r\n:60F:C260101DKK1,00\r\n'

/** Files for every reader of the bank's, up to the size that is taken. */
export const hostileStatements: readonly HostileStatement[] = [
  ['elements without end', () => statement('<a/>', 60 * MEBIBYTE)],
  ['elements within each other', () => statement('<a>', 60 * MEBIBYTE)],
  [
    'attributes of one element',
    () => {
      const all = Array.from({ length: 400_000 }, (_, at) => ` a${at}="x"`).join('')
      return statement(' ', 1, [`<Stmt${all}>`, '</Stmt>'])
    },
  ],
  [
    'names for namespaces',
    () => {
      const all = Array.from({ length: 60 }, (_, at) => `<a xmlns:n${at}="u${at}">`).join('')
      return statement('<n1:b/>', 50 * MEBIBYTE, [all, ''])
    },
  ],
  ['one line of parts', () => statement('<TxDtls><a/></TxDtls>', 50 * MEBIBYTE, ['<Stmt><Ntry>', '</Ntry></Stmt>'])],
  ['lines without anything', () => statement('<Ntry></Ntry>', 60 * MEBIBYTE)],
  ['a text', () => statement('x', 60 * MEBIBYTE)],
  ['a comment', () => statement('- ', 60 * MEBIBYTE, ['<!-- ', ' -->'])],
  ['references to signs', () => statement('&amp;', 50 * MEBIBYTE, ['<Stmt><Id>', '</Id></Stmt>'])],
  ['statements', () => statement('<Stmt></Stmt>', 60 * MEBIBYTE, ['', ''])],
  ['brackets', () => statement('<![CDATA[]]>', 60 * MEBIBYTE, ['<Stmt><Id>', '</Id></Stmt>'])],
  ['MT940 that goes on in one line', () => Buffer.from(MT940 + ':86:' + 'x'.repeat(60 * MEBIBYTE))],
  ['MT940 of more lines than are read', () => Buffer.from(MT940 + lineOf61.repeat(1_500_000))],
  ['MT940 of blanks', () => Buffer.from(MT940 + ' \r\n'.repeat(15_000_000))],
  ['MT940 of tags', () => Buffer.from(MT940 + ':86:?20?21\r\n'.repeat(4_000_000))],
  ['CSV of one cell', () => Buffer.from('Dato;Tekst;Beløb\n"' + 'x'.repeat(60 * MEBIBYTE))],
  ['CSV of quotes', () => Buffer.from('Dato;Tekst;Beløb\n' + '"'.repeat(60 * MEBIBYTE))],
  ['CSV of separators', () => Buffer.from('Dato;Tekst;Beløb\n' + ';'.repeat(60 * MEBIBYTE))],
  ['CSV of empty lines', () => Buffer.from('Dato;Tekst;Beløb\n' + '\n'.repeat(60 * MEBIBYTE))],
  [
    'CSV of more lines than are read',
    () => Buffer.from('Dato;Tekst;Beløb\n' + '01-01-2026;x;1,00\n'.repeat(3_000_000)),
  ],
  ['CSV of columns', () => Buffer.from(('a;'.repeat(1000) + '\n').repeat(30_000))],
  ['nothing but zeros', () => Buffer.alloc(60 * MEBIBYTE)],
  ['digits', () => Buffer.alloc(60 * MEBIBYTE, '1234567890')],
]
