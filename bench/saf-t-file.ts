import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The content of a generated SAF-T file. */
export interface FileShape {
  /** Transactions of three or four lines: sales with VAT, purchases with VAT, reverse charge, and payments. */
  transactions: number
  customers?: number
  suppliers?: number
  /** Characters added to every line's description, to make a file larger without more lines. */
  padding?: number
}

/** The totals of the file, so that a test need not read it again. */
export interface FileTotals {
  transactions: number
  lines: number
  /** Decimal text. */
  debit: string
}

interface Line {
  account: number
  /** Cents, debit positive. */
  amount: number
  more?: string
}

const NAMESPACE = 'urn:StandardAuditFile-Taxation-Financial:NO'
const ACCOUNTS = [1500, 1920, 2400, 2700, 2710, 2740, 3000, 4300, 6800]
const RATE = 25

/** Writes a Norwegian SAF-T Financial file (1.30) of 2025 with correct totals; the same shape gives the same file. */
export async function writeSafTFile(file: string, shape: FileShape): Promise<FileTotals> {
  const { transactions } = shape
  const totals = { lines: 0, debit: 0 }
  const closing = new Map(ACCOUNTS.map((account) => [account, 0]))
  for (let index = 0; index < transactions; index += 1) {
    for (const { account, amount } of linesOf(index, shape)) {
      totals.lines += 1
      totals.debit += Math.max(amount, 0)
      closing.set(account, closing.get(account)! + amount)
    }
  }
  await pipeline(Readable.from(parts(shape, totals.debit, closing)), createWriteStream(file))
  return { transactions, lines: totals.lines, debit: decimal(totals.debit) }
}

function* parts(shape: FileShape, debit: number, closing: ReadonlyMap<number, number>): Generator<string> {
  yield header()
  yield `<MasterFiles><GeneralLedgerAccounts>\n${ACCOUNTS.map((one) => accountXml(one, closing.get(one)!)).join('')}`
  yield '</GeneralLedgerAccounts>\n<Customers>\n'
  for (let number = 1; number <= (shape.customers ?? 500); number += 1) yield partyXml('Customer', number, 1500)
  yield '</Customers>\n<Suppliers>\n'
  for (let number = 1; number <= (shape.suppliers ?? 100); number += 1) yield partyXml('Supplier', number, 2400)
  yield `</Suppliers>\n${taxTable()}</MasterFiles>\n<GeneralLedgerEntries>\n`
  yield `<NumberOfEntries>${shape.transactions}</NumberOfEntries><TotalDebit>${decimal(debit)}</TotalDebit>`
  yield `<TotalCredit>${decimal(debit)}</TotalCredit>\n<Journal><JournalID>GL</JournalID><Description>Hovedbok</Description><Type>GL</Type>\n`
  let gathered = ''
  for (let index = 0; index < shape.transactions; index += 1) {
    gathered += transactionXml(index, shape)
    if (gathered.length < 65_536) continue
    yield gathered
    gathered = ''
  }
  yield `${gathered}</Journal>\n</GeneralLedgerEntries>\n</AuditFile>\n`
}

function header(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<AuditFile xmlns="${NAMESPACE}"><Header><AuditFileVersion>1.30</AuditFileVersion><AuditFileCountry>NO</AuditFileCountry>
<AuditFileDateCreated>2026-01-31</AuditFileDateCreated><SoftwareCompanyName>Bench</SoftwareCompanyName><SoftwareID>Bench</SoftwareID>
<SoftwareVersion>1</SoftwareVersion><Company><RegistrationNumber>999999999</RegistrationNumber><Name>Stor AS</Name><Contact><ContactPerson>
<FirstName>NotUsed</FirstName><LastName>NotUsed</LastName></ContactPerson></Contact></Company><DefaultCurrencyCode>NOK</DefaultCurrencyCode>
<SelectionCriteria><SelectionStartDate>2025-01-01</SelectionStartDate><SelectionEndDate>2025-12-31</SelectionEndDate></SelectionCriteria>
<TaxAccountingBasis>A</TaxAccountingBasis></Header>
`
}

function accountXml(account: number, closing: number): string {
  const category = account < 2000 ? 'balanseverdiForOmloepsmiddel' : account < 3000 ? 'kortsiktigGjeld' : 'resultat'
  return `<Account><AccountID>${account}</AccountID><AccountDescription>Konto ${account}</AccountDescription><GroupingCategory>${category}</GroupingCategory>
<GroupingCode>${account}</GroupingCode><AccountType>GL</AccountType><OpeningDebitBalance>0</OpeningDebitBalance>${sided('Closing', 'Balance', closing)}</Account>\n`
}

function partyXml(kind: 'Customer' | 'Supplier', number: number, account: number): string {
  return `<${kind}><Name>${kind} ${number}</Name><${kind}ID>${number}</${kind}ID><BalanceAccount><AccountID>${account}</AccountID>
<OpeningDebitBalance>0</OpeningDebitBalance><ClosingDebitBalance>0</ClosingDebitBalance></BalanceAccount></${kind}>\n`
}

function taxTable(): string {
  const details = [
    ['1', 'Inngående avgift, høy sats', '1'],
    ['3', 'Utgående avgift, høy sats', '3'],
    ['86', 'Tjenester kjøpt fra utlandet', '86'],
  ].map(
    ([code, name, standard]) => `<TaxCodeDetails><TaxCode>${code}</TaxCode><Description>${name}</Description>
<TaxPercentage>${RATE}</TaxPercentage><Country>NO</Country><StandardTaxCode>${standard}</StandardTaxCode><BaseRate>100</BaseRate></TaxCodeDetails>\n`,
  )
  return `<TaxTable><TaxTableEntry><TaxType>MVA</TaxType><Description>Merverdiavgift</Description>\n${details.join('')}</TaxTableEntry></TaxTable>\n`
}

function linesOf(index: number, { customers = 500, suppliers = 100 }: FileShape): Line[] {
  const net = 1000 + ((index * 7919) % 9_000_000)
  const tax = Math.round((net * RATE) / 100)
  const invoice = (number: number) => `<ReferenceNumber>${number}</ReferenceNumber>`
  const customer = `<CustomerID>${((index >> 2) % customers) + 1}</CustomerID>`
  const supplier = `<SupplierID>${((index >> 2) % suppliers) + 1}</SupplierID>`
  const taxed = (code: string, side: 'Credit' | 'Debit') =>
    `<TaxInformation><TaxType>MVA</TaxType><TaxCode>${code}</TaxCode><TaxPercentage>${RATE}</TaxPercentage><TaxBase>${decimal(net)}</TaxBase>` +
    `<${side}TaxAmount><Amount>${decimal(tax)}</Amount></${side}TaxAmount></TaxInformation>`
  switch (index % 4) {
    case 0:
      return [
        { account: 1500, amount: net + tax, more: customer + invoice(index + 1) },
        { account: 3000, amount: -net, more: taxed('3', 'Credit') },
        { account: 2700, amount: -tax },
      ]
    case 1:
      return [
        { account: 4300, amount: net, more: taxed('1', 'Debit') },
        { account: 2400, amount: -net - tax, more: supplier + invoice(index + 1) },
        { account: 2710, amount: tax },
      ]
    case 2:
      return [
        { account: 6800, amount: net, more: taxed('86', 'Debit') },
        { account: 2710, amount: tax },
        { account: 2740, amount: -tax },
        { account: 1920, amount: -net },
      ]
    default: {
      const paid = linesOf(index - 3, { transactions: 0, customers, suppliers })[0]!
      return [
        { account: 1920, amount: paid.amount },
        { account: 1500, amount: -paid.amount, more: customer + invoice(index - 2) },
      ]
    }
  }
}

function transactionXml(index: number, shape: FileShape): string {
  const date = `2025-${String(1 + ((index >> 2) % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`
  const padding = 'x'.repeat(shape.padding ?? 0)
  const lines = linesOf(index, shape).map(
    ({ account, amount, more = '' }, at) => `        <Line>
          <RecordID>${at + 1}</RecordID>
          <AccountID>${account}</AccountID>
          <SourceDocumentID>${index + 1}</SourceDocumentID>
${inOrder(more, `          <Description>Bilag ${index + 1} linje ${at + 1} ${padding}</Description>\n          ${sidedAmount(amount)}\n`)}        </Line>
`,
  )
  return `      <Transaction>
        <TransactionID>${index + 1}</TransactionID>
        <Period>${Number(date.slice(5, 7))}</Period>
        <PeriodYear>2025</PeriodYear>
        <TransactionDate>${date}</TransactionDate>
        <Description>Bilag ${index + 1}</Description>
        <SystemEntryDate>${date}</SystemEntryDate>
        <GLPostingDate>${date}</GLPostingDate>
${lines.join('')}      </Transaction>
`
}

/** The schema requires parties before the description, and tax and references after the amount. */
function inOrder(more: string, middle: string): string {
  const party = /^<(?:Customer|Supplier)ID>\d+<\/\w+>/.exec(more)?.[0] ?? ''
  return `${party}${middle}${more.slice(party.length)}`
}

const sided = (which: string, what: string, amount: number): string => {
  const name = `${which}${amount < 0 ? 'Credit' : 'Debit'}${what}`
  return `<${name}>${decimal(Math.abs(amount))}</${name}>`
}
const sidedAmount = (amount: number): string => {
  const name = amount < 0 ? 'CreditAmount' : 'DebitAmount'
  return `<${name}><Amount>${decimal(Math.abs(amount))}</Amount></${name}>`
}
const decimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
