import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { int32, text } from '../../resource/fields.ts'
import type { Item } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { COUNTRIES } from '../../sales/einvoice/countries.ts'
import { usableOf } from '../../sales/einvoice/parties.ts'
import { issuedData, keepRecipient } from '../../sales/issued.ts'
import type { Buyer } from '../../sales/printed-invoice.ts'
import { customerFaults } from '../customers/check.ts'

/** The identifiers as customers have them, and where the data of an invoice has each. */
const IDENTIFIERS: Readonly<Record<string, keyof Buyer>> = {
  eanLocationNumber: 'ean',
  cvrNo: 'cvr',
  pnr: 'pnr',
  recipientPeppol: 'peppolId',
  vatNumber: 'vatNumber',
  country: 'country',
}

/** The faults of what is supplied: at least one identifier, in its form, and none that the invoice has already. */
function faultsOf(given: Item, buyer: Buyer): Fault[] {
  const named = Object.keys(IDENTIFIERS).filter((property) => given[property] !== undefined)
  if (named.length === 0) return [{ code: 'EInvoiceRecipientMissing' }]
  const supplied: Buyer = { ...buyer, ...identifiersOf(given) }
  const [before, now] = [usableOf(buyer), usableOf(supplied)]
  const unfit = customerFaults(given)
  return [
    ...unfit,
    ...named.flatMap((property): Fault[] => {
      const name = IDENTIFIERS[property]!
      if (before.includes(name)) return [{ code: 'EInvoiceRecipientKnown', property }]
      if (now.includes(name) || unfit.some((fault) => fault.property === property)) return []
      return [
        {
          code: 'ValueNotAllowed',
          property,
          message: `An e-invoice cannot have ${property} '${String(given[property])}'.`,
        },
      ]
    }),
  ]
}

const identifiersOf = (given: Item): Partial<Buyer> =>
  Object.fromEntries(
    Object.entries(IDENTIFIERS)
      .filter(([property]) => given[property] !== undefined)
      .map(([property, name]) => [name, given[property]]),
  )

/** Identifiers of the buyer that came after the booking, for an e-invoice that cannot be made without (rule 12.9). */
export const invoiceRecipients = operations('InvoiceRecipients', {
  logsBodies: true,
  roles: ['Sales', 'SuperUser'],
  parameters: { number: int32(1).references('booked_invoice.number') },
  codes: [
    'CustomerInvalidCharacters',
    'CustomerInvalidEAN',
    'CustomerInvalidEANThirteenDigits',
    'CustomerInvalidInputPEPPOLID',
    'CustomerInvalidPEPPOLID',
    'CustomerInvalidPNumber',
    'EInvoiceIsMade',
    'EInvoiceRecipientKnown',
    'EInvoiceRecipientMissing',
    'NotFound',
    'ValueNotAllowed',
  ],
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/invoices/{number}/recipient',
      status: 204,
      summary:
        'Supply identifiers of the buyer that a booked invoice lacks, while no UBL of it is made; the PDF stays as it is',
      body: {
        eanLocationNumber: text(13),
        cvrNo: text(40),
        pnr: text(40),
        recipientPeppol: text(255),
        vatNumber: text(50),
        country: text(2).oneOf(COUNTRIES),
      },
      schema: 'InvoiceRecipient',
      async run({ transaction, caller: { agreement } }, { path, body }) {
        const number = path.number as number
        const issued = await issuedData(transaction, agreement, number)
        if (!issued) throw new ApiError({ code: 'NotFound', property: 'number' })
        if (issued.isMade) throw new ApiError({ code: 'EInvoiceIsMade', property: 'number' })
        throwFaults(faultsOf(body, issued.invoice.buyer))
        await keepRecipient(transaction, agreement, number, { ...issued.recipient, ...identifiersOf(body) })
        return { status: 204 }
      },
    },
  ],
})
