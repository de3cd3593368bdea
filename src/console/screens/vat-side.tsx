import type { ComponentChildren } from 'preact'
import { useRead, useWhole } from '../reads.ts'
import type { Account, Listed } from '../books.ts'
import { cents } from '../money.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { download } from '../parts/report-buttons.tsx'
import { stateOf } from '../parts/states.tsx'
import { dayInWords, dayName, today } from '../period.ts'
import { hrefOf, hrefWith, voucherHref } from '../route.ts'
import { baseCurrency } from '../session.ts'
import { language } from '../settings.ts'
import { BOXES, type BoxEntry, type EuSales, type Return, vatPaths } from '../vat.ts'
import { counted, t } from '../words.ts'
import type { Word } from '../words/en.ts'

interface SideProps {
  told: Return
  box: string | null
  chart: readonly Account[]
}

/** Beside the boxes: the entries of the one that is chosen, and what to look at. */
export function VatSide(props: SideProps) {
  return (
    <section class="pane" aria-label={t('vatChecks')}>
      <div class="scroll" tabIndex={-1}>
        {props.box !== null && BOXES[props.box] && <Entries {...props} code={props.box} />}
        <Checks {...props} />
      </div>
    </section>
  )
}

function Entries({ told, code }: SideProps & { code: string }) {
  const reading = useWhole<Listed<BoxEntry>>(vatPaths.entries(told.period, code))
  const box = told.boxes.find((one) => one.code === code)
  const waits = stateOf(reading, 4, 3)
  const items = reading.data?.items ?? []
  return (
    <section class="ve" aria-label={BOXES[code]!.name}>
      <header class="row pad">
        <a class="l s only-phone" href={hrefWith({ box: undefined, explain: undefined })}>
          ‹ {t('vatBoxes')}
        </a>
        <h2>{BOXES[code]!.name}</h2>
        <span class="m3 s grow">{counted('entryOne', 'entryMany', items.length)}</span>
        <kbd class="only-wide">Esc</kbd>
      </header>
      {waits ?? (
        <table class="t led" data-grid="entries">
          <thead>
            <tr>
              <th>{t('date')}</th>
              <th>{t('voucher')}</th>
              <th>{t('vatParty')}</th>
              <th class="n">{t('amount')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((one) => {
              const href = voucherHref(one.journalNumber, one.accountingYear, one.voucherNumber)
              return (
                <tr key={one.entryNumber}>
                  <td class="id">{dayName(one.date, true)}</td>
                  <td class="id">
                    <a href={href}>{one.voucherNumber}</a>
                  </td>
                  <td class="w">
                    <Party one={one} />
                    {one.late !== null && <span class="tag warn">{t('vatLateTag', { period: one.late })}</span>}
                  </td>
                  <td class="n">
                    <Figure amount={one.amount} href={href} />
                    {one.currency !== baseCurrency() && (
                      <span class="vpn s m3">{`${one.currency} ${shown(one.amountInCurrency)}`}</span>
                    )}
                  </td>
                </tr>
              )
            })}
            <tr class="tot">
              <td colSpan={3}>{t('total')}</td>
              <td class="n">{shown(box?.amount)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Who an entry is of, by the customer or supplier of its voucher and their VAT number; else what it says. */
function Party({ one }: { one: BoxEntry }) {
  const said = [one.accountNumber, one.vatCode].filter(Boolean).join(' · ')
  if (one.name === null) {
    return (
      <>
        {one.text} <span class="m3 s">{said}</span>
      </>
    )
  }
  const path = one.customerNumber === null ? `/suppliers/${one.supplierNumber}` : `/customers/${one.customerNumber}`
  return (
    <>
      <a href={hrefOf(path)}>{one.name}</a>
      <span class={one.vatNumber === null ? 'vpn s m3' : 'vpn mono s m3'}>{one.vatNumber ?? one.text}</span>
    </>
  )
}

const CHECKS: Readonly<Record<string, { good: Word; bad: Word }>> = {
  accountsSettled: { good: 'checkAccounts', bad: 'checkAccountsNot' },
  taxOfCodes: { good: 'checkTax', bad: 'checkTaxNot' },
  lateEntries: { good: 'checkLate', bad: 'checkLateNot' },
  unexplained: { good: 'checkCodes', bad: 'checkCodesNot' },
  vatNumbers: { good: 'checkNumbers', bad: 'checkNumbersNot' },
  boxesDeclared: { good: 'checkBoxes', bad: 'checkBoxesNot' },
}

function Checks({ told, chart }: SideProps) {
  const nameOf = (account: number): string => `${account} ${chart.find(({ number }) => number === account)?.name ?? ''}`
  const asides: Readonly<Record<string, string[]>> = {
    taxOfCodes: told.codes
      .filter(({ tax }) => cents(tax) !== 0n)
      .map(({ vatCode, tax, base }) => t('checkTaxOf', { code: vatCode, tax: shown(tax), base: shown(base) })),
    accountsSettled: told.settlement.map(({ accountNumber, amount }) => `${nameOf(accountNumber)} ${shown(amount)}`),
    lateEntries: told.late.map(({ period, box, amount, side }) =>
      t(side === 'sales' ? 'checkLateSales' : 'checkLatePurchases', {
        period,
        box: BOXES[box]?.name ?? box,
        amount: shown(amount),
      }),
    ),
    unexplained: told.unexplained.map(({ accountNumber, amount }) => `${nameOf(accountNumber)} ${shown(amount)}`),
  }
  return (
    <div class="vck">
      <h2 class="pad">{t('vatChecks')}</h2>
      <ul>
        {told.checks.map(({ check, isPassed = false, count }) => {
          const words = CHECKS[check]
          if (!words) return null
          return (
            <Check key={check} isGood={isPassed} asides={asides[check] ?? []}>
              {t(isPassed ? words.good : words.bad, { n: count, zero: shown(0n) })}
            </Check>
          )
        })}
        <EuList told={told} />
      </ul>
    </div>
  )
}

interface CheckProps {
  isGood: boolean
  asides: readonly string[]
  children: ComponentChildren
}

const Check = ({ isGood, asides, children }: CheckProps) => (
  <li class="ck">
    <span class={isGood ? 'm3' : 'warn'}>
      <Icon name={isGood ? 'check' : 'warn'} />
    </span>
    <span class="grow">
      {children}
      {asides.length > 0 && (
        <span class="cka s m3">
          {asides.map((aside) => (
            <span key={aside}>{aside}</span>
          ))}
        </span>
      )}
    </span>
  </li>
)

/** The list of sales to the EU: when it is due, what it comes to, and its file. */
function EuList({ told }: { told: Return }) {
  const path = vatPaths.euSales(told.period)
  const { data: list } = useRead<EuSales>(path)
  if (!list || (list.items.length === 0 && list.missing.length === 0)) return null
  const isLate = list.deadline < today()
  const isWhole = list.missing.length === 0
  const day = dayInWords(list.deadline, language.value)
  return (
    <li class="ck">
      <span class={isWhole ? 'm3' : 'warn'}>
        <Icon name={isWhole ? 'check' : 'warn'} />
      </span>
      <span class="grow">
        {t(isLate ? 'euWasDue' : 'euDue', { day })}
        <span class="cka s m3">
          <span>
            {isWhole
              ? t('euSums', {
                  n: list.items.length,
                  goods: shown(list.goods, true),
                  services: shown(list.services, true),
                })
              : counted('euMissingOne', 'euMissingMany', list.missing.length)}
          </span>
          {list.missing.map(({ customerNumber }) =>
            customerNumber === null ? null : (
              <a class="l" href={hrefOf(`/customers/${customerNumber}`)} key={customerNumber}>
                {t('customer')} {customerNumber}
              </a>
            ),
          )}
        </span>
      </span>
      {isWhole && (
        <button type="button" class="l s" onClick={() => void download(`${path}&format=csv`, `eu-${told.period}.csv`)}>
          {t('euFile')}
        </button>
      )}
    </li>
  )
}
