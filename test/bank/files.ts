import type { Client, Reply } from '../service/harness.ts'
import { formOf } from '../documents/uploading.ts'

export const DB = '/daybookapi/v1.0.0'
export const IBAN = 'DK5000400440116243'

/** A line as a test says it: day, amount as a decimal, text, and the bank's own reference. */
export interface Said {
  date: string
  amount: string
  text: string
  reference?: string
}

/** What a statement says besides its lines. */
export interface About {
  iban?: string
  currency?: string
  opening?: string
  closing?: string
  from?: string
  to?: string
}

const sumOf = (amounts: readonly string[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)

const side = (amount: string): string =>
  `<Amt Ccy="DKK">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const balance = (kind: string, amount: string, date: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${side(amount)}<Dt><Dt>${date}</Dt></Dt></Bal>`

const entry = ({ date, amount, text, reference }: Said): string =>
  `<Ntry>${side(amount)}<Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt>${
    reference === undefined ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`
  }<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`

/** A camt.053 file of one statement; its closing balance is right unless another is given. */
export function camt(lines: readonly Said[], about: About = {}): Buffer {
  const { iban = IBAN, currency = 'DKK', opening = '1000.00' } = about
  const { from = lines[0]!.date, to = lines.at(-1)!.date } = about
  const { closing = (sumOf([opening, ...lines.map(({ amount }) => amount)]) / 100).toFixed(2) } = about
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening, from)}${balance('CLBD', closing, to)}
${lines.map(entry).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
  return Buffer.from(currency === 'DKK' ? text : text.replaceAll('Ccy="DKK"', `Ccy="${currency}"`))
}

/** Sends a file of statements. */
export function sendStatement(
  client: Client,
  file: Uint8Array,
  more: Record<string, string | number> = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  const form = formOf([...Object.entries(more), ['file', file]])
  return client.call('POST', `${DB}/bank-statements`, { raw: form.raw, headers: { ...form.headers, ...headers } })
}
