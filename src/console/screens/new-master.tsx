import { api } from '../api.ts'
import { type Reading, useMaster, useRead } from '../reads.ts'
import type { Listed } from '../books.ts'
import { Dialog } from '../frame/dialog.tsx'
import { invoicePaths, type Product } from '../invoices.ts'
import { customerBody, masterPaths, productBody, supplierBody } from '../masters.ts'
import { RecordForm } from '../parts/record-form.tsx'
import { stateOf } from '../parts/states.tsx'
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

/** What a form needs has not come: nothing yet, or why it does not. */
function Missing({ title, close, read }: { title: string; close: () => void; read: readonly Reading<unknown>[] }) {
  const refused = read.find(({ refusal }) => refusal)
  if (!refused) return null
  return (
    <Dialog title={title} close={close}>
      {stateOf(refused)}
    </Dialog>
  )
}

/** A new customer, with the next number; it pays by the first terms there are. */
export function NewCustomer({ text, close, made }: NewProps<number>) {
  const read = [
    useRead<{ number: number }[]>(masterPaths.lastCustomer),
    useMaster<Numbered>(masterPaths.customerGroups, true),
    useMaster<Numbered>(invoicePaths.zones, true),
    useMaster<Numbered>(invoicePaths.terms, true),
  ] as const
  const [last, groups, zones, terms] = [read[0].data, read[1].data, read[2].data, read[3].data]
  if (!last || !groups || !zones || !terms) return <Missing title={t('newCustomer')} close={close} read={read} />
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

/** A new supplier, with the next number, and where it is paid. */
export function NewSupplier({ text, close, made }: NewProps<number>) {
  const read = [
    useRead<{ number: number }[]>(masterPaths.lastSupplier),
    useMaster<Numbered>(masterPaths.supplierGroups, true),
  ] as const
  const [last, groups] = [read[0].data, read[1].data]
  if (!last || !groups) return <Missing title={t('newSupplier')} close={close} read={read} />
  return (
    <Dialog title={t('newSupplier')} close={close}>
      <RecordForm
        name={`supplier.${text}`}
        isFirst
        fields={[
          { name: 'name', label: t('name') },
          { name: 'number', label: t('no') },
          { name: 'corporateIdentificationNumber', label: 'CVR', isOptional: true },
          { name: 'email', label: t('email'), isOptional: true },
          { name: 'bankAccount', label: t('bankAccount'), isOptional: true },
          { name: 'groupNumber', label: t('group'), of: choices(groups) },
        ]}
        values={{
          name: text,
          number: String((last[0]?.number ?? 0) + 1),
          corporateIdentificationNumber: '',
          email: '',
          bankAccount: '',
          groupNumber: choices(groups)[0]?.[0] ?? '',
        }}
        send={async (typed) => {
          const body = { ...supplierBody(typed), currency: baseCurrency() }
          await api.write('POST', masterPaths.suppliers, { body, key: crypto.randomUUID() })
          return Number(typed.number)
        }}
        done={(number) => made(number as number)}
        word={t('make')}
      />
    </Dialog>
  )
}

/** A new product: what it is called, what it costs, and where its sales are booked. */
export function NewProduct({ text, close, made }: NewProps<Product>) {
  const read = [
    useMaster<Listed<{ id: number; name: string }>>(masterPaths.productGroups, true),
    useMaster<Numbered>(invoicePaths.units, true),
  ] as const
  const [groups, units] = [read[0].data, read[1].data]
  if (!groups || !units) return <Missing title={t('newProduct')} close={close} read={read} />
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
