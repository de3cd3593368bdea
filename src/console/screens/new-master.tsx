import { api } from '../api.ts'
import { useMaster, useRead } from '../reads.ts'
import type { Listed } from '../books.ts'
import { Dialog } from '../frame/dialog.tsx'
import { invoicePaths, type Product } from '../invoices.ts'
import { customerBody, masterPaths, productBody } from '../masters.ts'
import { RecordForm } from '../parts/record-form.tsx'
import { baseCurrency } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'

type Numbered = Listed<{ number: number; name: string }>

const choices = (list: Numbered | undefined): [string, string][] =>
  (list?.items ?? []).map(({ number, name }) => [String(number), name])

interface NewProps<T> {
  /** What was typed to find it. */
  text: string
  close: () => void
  made: (one: T) => void
}

/** A new customer, with the next number; it pays by the first terms there are. */
export function NewCustomer({ text, close, made }: NewProps<number>) {
  const last = useRead<{ number: number }[]>(masterPaths.lastCustomer).data
  const groups = useMaster<Numbered>(masterPaths.customerGroups, true).data
  const zones = useMaster<Numbered>(invoicePaths.zones, true).data
  const terms = useMaster<Numbered>(invoicePaths.terms, true).data
  if (!last || !groups || !zones || !terms) return null
  const isNumber = /^\d+$/.test(text)
  const values = {
    customerNumber: isNumber ? text : String((last[0]?.number ?? 0) + 1),
    name: isNumber ? '' : text,
    cvrNo: '',
    address1: '',
    postCode: '',
    city: '',
    email: '',
    paymentTermId: choices(terms)[0]?.[0] ?? '',
    customerGroupNumber: choices(groups)[0]?.[0] ?? '',
    zone: choices(zones)[0]?.[0] ?? '',
  }
  return (
    <Dialog title={t('newCustomer')} close={close}>
      <RecordForm
        name={`customer.${text}`}
        isFirst
        fields={[
          { name: 'name', label: t('name') },
          { name: 'customerNumber', label: t('no') },
          { name: 'cvrNo', label: 'CVR', isOptional: true },
          { name: 'address1', label: t('address'), isOptional: true },
          { name: 'postCode', label: t('postalCode'), isOptional: true },
          { name: 'city', label: t('city'), isOptional: true },
          { name: 'email', label: t('email'), isOptional: true },
          { name: 'paymentTermId', label: t('terms'), of: choices(terms) },
          { name: 'customerGroupNumber', label: t('group'), of: choices(groups) },
          { name: 'zone', label: t('vatZone'), of: choices(zones).filter(([number]) => number !== '5') },
        ]}
        values={values}
        send={async (typed) => {
          const body = { ...customerBody(typed), currency: baseCurrency() }
          await api.write('POST', masterPaths.customers, { body, key: crypto.randomUUID() })
          return Number(typed.customerNumber)
        }}
        done={(number) => made(number as number)}
        word={t('make')}
      />
    </Dialog>
  )
}

/** A new product: what it is called, what it costs, and where its sales are booked. */
export function NewProduct({ text, close, made }: NewProps<Product>) {
  const groups = useMaster<Listed<{ id: number; name: string }>>(masterPaths.productGroups, true).data
  const units = useMaster<Numbered>(invoicePaths.units, true).data
  if (!groups || !units) return null
  const groupsToChoose = groups.items.map(({ id, name }): [string, string] => [String(id), name])
  return (
    <Dialog title={t('newProduct')} close={close}>
      <RecordForm
        name={`product.${text}`}
        isFirst
        fields={[
          { name: 'name', label: t('name') },
          { name: 'productNumber', label: t('no') },
          { name: 'salesPrice', label: t('priceWithoutVat') },
          { name: 'unitId', label: t('unit'), of: [['', t('none')], ...choices(units)] },
          { name: 'productGroupId', label: t('group'), of: groupsToChoose },
        ]}
        values={{
          name: text,
          productNumber: text.slice(0, 25),
          salesPrice: '',
          unitId: choices(units)[0]?.[0] ?? '',
          productGroupId: groupsToChoose[0]?.[0] ?? '',
        }}
        send={async (typed) => {
          await api.write('POST', masterPaths.products, {
            body: productBody(typed, format.value),
            key: crypto.randomUUID(),
          })
          return typed
        }}
        done={(typed) => {
          const { productNumber, name } = typed as { productNumber: string; name: string }
          made({ productNumber: productNumber.trim(), name: name.trim(), salesPrice: null, unitId: null })
        }}
        word={t('make')}
      />
    </Dialog>
  )
}
