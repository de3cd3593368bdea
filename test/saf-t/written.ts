/** A line of a written file; cents, debit positive. */
export interface WrittenLine {
  account: number
  amount: bigint
  text?: string
  /** VAT: code, percentage as text (left out where empty), and the tax in cents without a sign. */
  tax?: { code: string; percentage: string; amount: bigint; base?: string }
}

/** A code of the written tax table. */
export interface WrittenCode {
  code: string
  percentage: string
  standard: string
  from?: string
  to?: string
}

/** What a file is written of. */
export interface WrittenBooks {
  codes: readonly WrittenCode[]
  transactions: readonly { date: string; lines: readonly WrittenLine[] }[]
}

const decimal = (cents: bigint): string => `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
const magnitude = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

/**
 * A SAF-T file of 2025 in version 1.30 with these transactions in one journal, its totals and closing balances right.
 */
export function writtenFile({ codes, transactions }: WrittenBooks): string {
  const lines = transactions.flatMap((one) => one.lines)
  const accounts = [...new Set(lines.map(({ account }) => account))].sort((a, b) => a - b)
  const sumOf = (some: readonly WrittenLine[]) => some.reduce((sum, { amount }) => sum + amount, 0n)
  const debit = decimal(sumOf(lines.filter(({ amount }) => amount > 0n)))
  const accountXml = (account: number): string => {
    const closing = sumOf(lines.filter((line) => line.account === account))
    const side = closing < 0n ? 'Credit' : 'Debit'
    return `<Account><AccountID>${account}</AccountID><AccountDescription>Konto ${account}</AccountDescription>
      <GroupingCategory>x</GroupingCategory><GroupingCode>${account}</GroupingCode><AccountType>GL</AccountType><OpeningDebitBalance>0</OpeningDebitBalance>
      <Closing${side}Balance>${decimal(magnitude(closing))}</Closing${side}Balance></Account>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<AuditFile xmlns="urn:StandardAuditFile-Taxation-Financial:NO">
<Header><AuditFileVersion>1.30</AuditFileVersion><AuditFileCountry>NO</AuditFileCountry><Company><Name>Skrevet AS</Name></Company>
<DefaultCurrencyCode>NOK</DefaultCurrencyCode><SelectionCriteria><SelectionStartDate>2025-01-01</SelectionStartDate>
<SelectionEndDate>2025-12-31</SelectionEndDate></SelectionCriteria></Header>
<MasterFiles><GeneralLedgerAccounts>${accounts.map(accountXml).join('\n')}</GeneralLedgerAccounts>
<TaxTable><TaxTableEntry><TaxType>MVA</TaxType><Description>Mva</Description>${codes.map(codeXml).join('\n')}</TaxTableEntry></TaxTable></MasterFiles>
<GeneralLedgerEntries><NumberOfEntries>${transactions.length}</NumberOfEntries><TotalDebit>${debit}</TotalDebit><TotalCredit>${debit}</TotalCredit>
<Journal><JournalID>1</JournalID><Description>Bilag</Description><Type>GL</Type>
${transactions.map(({ date, lines: own }, at) => transactionXml(at + 1, date, own)).join('\n')}
</Journal></GeneralLedgerEntries></AuditFile>`
}

function codeXml({ code, percentage, standard, from, to }: WrittenCode): string {
  return `<TaxCodeDetails><TaxCode>${code}</TaxCode>${from ? `<EffectiveDate>${from}</EffectiveDate>` : ''}
    ${to ? `<ExpirationDate>${to}</ExpirationDate>` : ''}<Description>Kode ${code}</Description><TaxPercentage>${percentage}</TaxPercentage>
    <Country>NO</Country><StandardTaxCode>${standard}</StandardTaxCode><BaseRate>100</BaseRate></TaxCodeDetails>`
}

function transactionXml(id: number, date: string, lines: readonly WrittenLine[]): string {
  return `<Transaction><TransactionID>${id}</TransactionID><Period>${Number(date.slice(5, 7))}</Period><PeriodYear>2025</PeriodYear>
<TransactionDate>${date}</TransactionDate><Description>Bilag ${id}</Description>
${lines.map(lineXml).join('\n')}</Transaction>`
}

function lineXml({ account, amount, text, tax }: WrittenLine, at: number): string {
  const side = amount < 0n ? 'Credit' : 'Debit'
  const percentage = tax?.percentage ? `<TaxPercentage>${tax.percentage}</TaxPercentage>` : ''
  const taxXml = tax
    ? `<TaxInformation><TaxType>MVA</TaxType><TaxCode>${tax.code}</TaxCode>${percentage}<TaxBase>${tax.base ?? decimal(magnitude(amount))}</TaxBase>
       <${side}TaxAmount><Amount>${decimal(tax.amount)}</Amount></${side}TaxAmount></TaxInformation>`
    : ''
  return `<Line><RecordID>${at + 1}</RecordID><AccountID>${account}</AccountID><Description>${text ?? `Linje ${at + 1}`}</Description>
<${side}Amount><Amount>${decimal(magnitude(amount))}</Amount></${side}Amount>${taxXml}</Line>`
}
