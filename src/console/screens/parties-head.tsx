import { useState } from 'preact/hooks'
import { type Listed, paths } from '../books.ts'
import { useKeys } from '../keys.ts'
import { go, hrefOf, route, setQuery } from '../route.ts'
import { type AgedParties, type PartyKind, partyPaths } from '../parties.ts'
import { Icon } from '../parts/icon.tsx'
import { ReportButtons } from '../parts/report-buttons.tsx'
import { cents } from '../money.ts'
import { dayName } from '../period.ts'
import { useMaster, useRead } from '../reads.ts'
import { useWould } from '../reminding.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { NewCustomer, NewSupplier } from './new-master.tsx'

const ORDERS = ['late', 'owes', 'name'] as const
/** How a list of parties is ordered. */
export type Order = (typeof ORDERS)[number]
const ORDER_WORDS = { late: 'orderLate', owes: 'orderOwes', name: 'orderName' } as const

/** The words of each kind of party. */
export const WORDS = {
  customer: { many: 'customers', one: 'customer', owed: 'customersOwe', n: 'owing', pick: 'pickCustomer' },
  supplier: { many: 'suppliers', one: 'supplier', owed: 'weOwe', n: 'owedTo', pick: 'pickSupplier' },
} as const

/** The order that the address asks for. */
export const orderOf = (): Order => ORDERS.find((one) => one === route.value.query.get('order')) ?? 'late'
/** The currency that the address asks for; undefined for all. */
export const currencyOf = (): string | undefined => route.value.query.get('currency') ?? undefined
/** The order and the currency of the list, for addresses of those in it. */
export const kept = (): Record<'order' | 'currency', string | undefined> => ({
  order: orderOf() === 'late' ? undefined : orderOf(),
  currency: currencyOf(),
})

/** How many owe, or are owed, of how many there are; items that weigh each other out are nothing. */
export function useOwing(kind: PartyKind, aged: AgedParties | undefined): string | undefined {
  const all = useRead<number>(partyPaths.count(kind)).data
  if (!aged) return undefined
  const n = aged.items.filter(({ total }) => cents(total) !== 0n).length
  return t(WORDS[kind].n, { n: all === undefined ? n : t('someOf', { n, all }), day: dayName(aged.date) })
}

/** What is owed, and in which currency it is said, where only that of another is shown. */
export function owedTitle(kind: PartyKind): string {
  const currency = currencyOf()
  const owed = t(WORDS[kind].owed)
  if (currency === undefined || currency === baseCurrency()) return owed
  return t('owedIn', { owed, currency, base: baseCurrency() })
}

/** The currency that is shown, to choose another, where the company has several. */
function CurrencySelect() {
  const listed = useMaster<Listed<{ code: string }>>(paths.currencies, true).data?.items ?? []
  const codes = [...new Set([baseCurrency(), ...listed.map(({ code }) => code)])]
  if (listed.length === 0 || codes.length < 2) return null
  return (
    <select
      class={currencyOf() === undefined ? 'chip only-wide noprint' : 'chip on only-wide'}
      aria-label={t('currency')}
      value={currencyOf() ?? ''}
      onChange={({ currentTarget: { value } }) => setQuery({ currency: value === '' ? undefined : value })}
    >
      <option value="">{t('allCurrencies')}</option>
      {codes.map((code) => (
        <option value={code} key={code}>
          {code}
        </option>
      ))}
    </select>
  )
}

/** How many customers can be reminded on a day. */
function Remind({ date }: { date: string }) {
  const n = useWould(date).data?.reminders.length ?? 0
  return (
    <a class="btn only-wide" href={hrefOf('/reminders')}>
      {n > 0 ? t('remind', { n }) : t('reminders')} <kbd>R</kbd>
    </a>
  )
}

interface PartyActionsProps {
  kind: PartyKind
  /** The report that is shown. */
  path: string
  date: string
}

/** What one does with the list of customers or suppliers. */
export function PartyActions({ kind, path, date }: PartyActionsProps) {
  const [isNew, setNew] = useState(false)
  const begin = (): unknown => (isReadOnly() ? false : setNew(true))
  useKeys({ n: begin, r: () => (kind === 'customer' ? go(hrefOf('/reminders')) : false) })
  const New = kind === 'customer' ? NewCustomer : NewSupplier
  return (
    <>
      <select
        class="chip only-wide"
        aria-label={t('order')}
        value={orderOf()}
        onChange={(event) => setQuery({ order: event.currentTarget.value })}
      >
        {ORDERS.map((one) => (
          <option value={one} key={one}>
            {t(ORDER_WORDS[one])}
          </option>
        ))}
      </select>
      <CurrencySelect />
      <ReportButtons csv={`${path}&format=csv`} name={`${kind}s-${date}`} />
      {kind === 'customer' ? (
        <Remind date={date} />
      ) : (
        <a class="btn only-wide" href={hrefOf('/payments/new')}>
          {t('payNew')}
        </a>
      )}
      <button type="button" class="btn pri" disabled={isReadOnly()} onClick={begin}>
        <Icon name="plus" /> {t(WORDS[kind].one)} <kbd>N</kbd>
      </button>
      {isNew && (
        <New
          text=""
          close={() => setNew(false)}
          made={(number) => (setNew(false), go(hrefOf(`/${kind}s/${number}`, kept())))}
        />
      )}
    </>
  )
}
