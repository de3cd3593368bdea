import { element, leaf } from '../../sales/einvoice/xml.ts'
import { attribute, type Xml } from '../../xml.ts'
import { CARDS, WAYS } from '../../ledger/drafts/payment-details.ts'
import { centsToText } from '../../ledger/money.ts'
import { sumOf } from '../money.ts'

/** The versions of the file, as ISO 20022 calls them. */
export const PAIN_VERSIONS = ['pain.001.001.03', 'pain.001.001.09'] as const
/** One of them. */
export type PainVersion = (typeof PAIN_VERSIONS)[number]

/** A payment as the file says it; amounts are decimal text. */
export interface PainPayment {
  endToEndId: string
  currency: string
  amount: string
  paymentType: number
  account: string
  bic: string | null
  message: string | null
  payeeName: string
  payeeStreet: string | null
  payeePostalCode: string | null
  payeeCity: string | null
  payeeCountry: string | null
}

/** A proposal as the file says it. */
export interface PainProposal {
  messageId: string
  /** UTC, to the second. */
  proposedAt: string
  paymentDate: string
  payerName: string
  payerAccount: string
  payerBic: string | null
  payerCurrency: string
  payments: PainPayment[]
}

/** The currency that the single market pays in by accounts alone. */
const SEPA = 'EUR'

/** The file that asks a bank to pay: an order of payment each (pain.001), which the bank books one by one. */
export function painOf(version: PainVersion, proposal: PainProposal): string {
  const { messageId, proposedAt, payments, payerName } = proposal
  const count = leaf('NbOfTxs', payments.length)
  const sum = leaf('CtrlSum', centsToText(sumOf(payments.map(({ amount }) => amount))))
  const body = element(
    'CstmrCdtTrfInitn',
    element(
      'GrpHdr',
      leaf('MsgId', messageId),
      leaf('CreDtTm', proposedAt),
      count,
      sum,
      element('InitgPty', leaf('Nm', payerName)),
    ),
    element(
      'PmtInf',
      leaf('PmtInfId', messageId),
      leaf('PmtMtd', 'TRF'),
      leaf('BtchBookg', 'false'),
      count,
      sum,
      ...payer(version, proposal),
      ...payments.map((payment) => transaction(version, payment)),
    ),
  )
  const namespace = attribute('xmlns', `urn:iso:std:iso:20022:tech:xsd:${version}`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document${namespace}>${body}</Document>\n`
}

function payer(
  version: PainVersion,
  { paymentDate, payerName, payerAccount, payerBic, payerCurrency }: PainProposal,
): (Xml | undefined)[] {
  const isLater = version === 'pain.001.001.09'
  const day = isLater ? element('ReqdExctnDt', leaf('Dt', paymentDate)) : leaf('ReqdExctnDt', paymentDate)
  const id = /^[A-Z]{2}/.test(payerAccount) ? leaf('IBAN', payerAccount) : other(payerAccount, leaf('Cd', 'BBAN'))
  return [
    day,
    element('Dbtr', leaf('Nm', payerName)),
    element('DbtrAcct', element('Id', id), leaf('Ccy', payerCurrency)),
    element('DbtrAgt', bank(version, payerBic) ?? element('FinInstnId', element('Othr', leaf('Id', 'NOTPROVIDED')))),
    leaf('ChrgBr', 'SHAR'),
  ]
}

const other = (id: string, scheme: Xml | undefined): Xml | undefined =>
  element('Othr', leaf('Id', id), element('SchmeNm', scheme))

const bank = (version: PainVersion, bic: string | null): Xml | undefined =>
  element('FinInstnId', leaf(version === 'pain.001.001.09' ? 'BICFI' : 'BIC', bic))

function transaction(version: PainVersion, payment: PainPayment): Xml | undefined {
  const { endToEndId, currency, amount, paymentType, account, bic } = payment
  const isIban = paymentType === WAYS.iban
  const level = isIban && currency === SEPA ? 'SEPA' : 'NURG'
  const scheme = CARDS[paymentType] ? leaf('Prtry', 'OCR') : leaf('Cd', 'BBAN')
  return element(
    'CdtTrfTxInf',
    element('PmtId', leaf('InstrId', endToEndId), leaf('EndToEndId', endToEndId)),
    element('PmtTpInf', element('SvcLvl', leaf('Cd', level)), element('CtgyPurp', leaf('Cd', 'SUPP'))),
    element('Amt', leaf('InstdAmt', amount, attribute('Ccy', currency))),
    isIban ? element('CdtrAgt', bank(version, bic)) : undefined,
    element('Cdtr', leaf('Nm', payment.payeeName), address(payment)),
    element('CdtrAcct', element('Id', isIban ? leaf('IBAN', account) : other(account, scheme))),
    remittance(payment),
  )
}

/** The address, where it says at least the country and the town: banks refuse others. */
function address({ payeeStreet, payeePostalCode, payeeCity, payeeCountry }: PainPayment): Xml | undefined {
  if (payeeCity === null || payeeCountry === null) return undefined
  return element(
    'PstlAdr',
    leaf('StrtNm', payeeStreet),
    leaf('PstCd', payeePostalCode),
    leaf('TwnNm', payeeCity),
    leaf('Ctry', payeeCountry),
  )
}

/** What the payee is told: a text, or the payment id of a payment slip behind its kind. */
function remittance({ paymentType, message }: PainPayment): Xml | undefined {
  const slip = CARDS[paymentType]
  if (!slip) return element('RmtInf', leaf('Ustrd', message))
  const id = slip.identification === undefined ? '' : (message ?? '')
  return element(
    'RmtInf',
    slip.identification === undefined ? leaf('Ustrd', message) : undefined,
    element(
      'Strd',
      element('CdtrRefInf', element('Tp', element('CdOrPrtry', leaf('Cd', 'SCOR'))), leaf('Ref', `${slip.kind}/${id}`)),
    ),
  )
}
