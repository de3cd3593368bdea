/** A row of table `vat_code`, named as its columns. */
export interface VatCodeRow {
  code: string
  name: string
  /** 1 sales, 2 purchase. */
  type: 1 | 2
  /** Per cent of the net amount, as decimal text. */
  rate: string
  account_number: number
  /** Reverse charge: takes the opposite of the tax. */
  contra_account_number?: number
  /** Of purchases: how much of the tax is deducted, in per cent. All of it where left out. */
  deductible_percentage?: number
  /** Of sales: what an e-invoice calls their VAT (rule 12.8). */
  category?: 'S' | 'K' | 'AE' | 'G' | 'O'
  /** The box of a VAT return that its base counts in (MONTH.md 2). */
  report?: 'aGoods' | 'aServices' | 'bGoods' | 'bServices' | 'c'
}

const OUTPUT_TAX = 6902
const INPUT_TAX = 6906

/** The Danish VAT codes (rule 7.1): sales begin with U, purchases with I or tell their rule. */
export const vatCodes: readonly VatCodeRow[] = [
  { code: 'U25', name: 'Salgsmoms 25 %', type: 1, rate: '25', account_number: OUTPUT_TAX, category: 'S' },
  { code: 'U0', name: 'Salg uden moms', type: 1, rate: '0', account_number: OUTPUT_TAX, report: 'c' },
  {
    code: 'UEUV',
    name: 'Varesalg til EU',
    type: 1,
    rate: '0',
    account_number: OUTPUT_TAX,
    category: 'K',
    report: 'bGoods',
  },
  {
    code: 'UEUY',
    name: 'Ydelsessalg til EU',
    type: 1,
    rate: '0',
    account_number: OUTPUT_TAX,
    category: 'AE',
    report: 'bServices',
  },
  {
    code: 'UEXP',
    name: 'Varesalg uden for EU',
    type: 1,
    rate: '0',
    account_number: OUTPUT_TAX,
    category: 'G',
    report: 'c',
  },
  {
    code: 'UYXP',
    name: 'Ydelsessalg uden for EU',
    type: 1,
    rate: '0',
    account_number: OUTPUT_TAX,
    category: 'O',
    report: 'c',
  },
  {
    code: 'UABR',
    name: 'Salg i Danmark med omvendt betalingspligt',
    type: 1,
    rate: '0',
    account_number: OUTPUT_TAX,
    category: 'AE',
    report: 'c',
  },
  { code: 'I25', name: 'Købsmoms 25 %', type: 2, rate: '25', account_number: INPUT_TAX },
  { code: 'I0', name: 'Køb uden moms', type: 2, rate: '0', account_number: INPUT_TAX },
  {
    code: 'IV25',
    name: 'Varekøb i EU, omvendt betalingspligt',
    type: 2,
    rate: '25',
    account_number: INPUT_TAX,
    contra_account_number: 6904,
    report: 'aGoods',
  },
  {
    code: 'IY25',
    name: 'Ydelseskøb i EU, omvendt betalingspligt',
    type: 2,
    rate: '25',
    account_number: INPUT_TAX,
    contra_account_number: 6905,
    report: 'aServices',
  },
  {
    code: 'IYU25',
    name: 'Ydelseskøb uden for EU, omvendt betalingspligt',
    type: 2,
    rate: '25',
    account_number: INPUT_TAX,
    contra_account_number: 6905,
  },
  {
    code: 'IMP25',
    name: 'Varekøb uden for EU, importmoms',
    type: 2,
    rate: '25',
    account_number: INPUT_TAX,
    contra_account_number: 6903,
  },
  {
    code: 'ABR25',
    name: 'Køb i Danmark med omvendt betalingspligt',
    type: 2,
    rate: '25',
    account_number: INPUT_TAX,
    contra_account_number: 6907,
  },
  {
    code: 'REP25',
    name: 'Repræsentation, 25 % af momsen',
    type: 2,
    rate: '25',
    account_number: INPUT_TAX,
    deductible_percentage: 25,
  },
  // What books had before a code could say how much is deducted: 6.25 of 125.00 gross, so 6.25 on a net of 118.75. It
  // is a cent off on large bills.
  { code: 'REP', name: 'Repræsentation, tilnærmet', type: 2, rate: '5.2632', account_number: INPUT_TAX },
]
