import { useState } from 'preact/hooks'
import { useTrial, useWhole } from '../reads.ts'
import { type BankAccount, bankPaths } from '../bank.ts'
import type { Listed } from '../books.ts'
import { typedDay } from '../drafts.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { type DueItem, itemName, paymentPaths, proposalBody, type Proposed, WHY_SKIPPED } from '../payments.ts'
import { dayAfter, dayName, today } from '../period.ts'
import { useRested } from '../rested.ts'
import { fromHere, go, hrefOf } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'

/** How many days ahead what is due is paid, where nobody says otherwise. */
const AHEAD_DAYS = 7

/** What suppliers are owed and is due: what would be paid, what not and why, and the file of it. */
export function NewPaymentsScreen() {
  const accounts = useWhole<Listed<BankAccount>>(bankPaths.accounts)
  if (isReadOnly() || !accounts.data || accounts.data.items.length === 0) {
    return (
      <Page title={t('payNew')} isFlush>
        {isReadOnly() ? (
          <Nothing title={t('payDemo')} text={t('payNoneText')} />
        ) : (
          (stateOf(accounts, 12, 5) ?? (
            <Nothing title={t('bankNone')} text={t('bankNoneText')}>
              <a class="btn" href={hrefOf('/bank')}>
                {t('bankNew')}
              </a>
            </Nothing>
          ))
        )}
      </Page>
    )
  }
  return <Asked accounts={accounts.data.items} />
}

interface Typed {
  account: string
  due: string
  pay: string
}

function Asked({ accounts }: { accounts: readonly BankAccount[] }) {
  const [typed, setTyped] = useState<Typed>({
    account: String(accounts[0]!.number),
    due: dayName(dayAfter(today(), AHEAD_DAYS)),
    pay: dayName(today()),
  })
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const { account, due, pay } = useRested(typed, 300)
  const days = { paymentDate: typedDay(pay, today()), dueTo: typedDay(due, today()) }
  const given = { bankAccountNumber: Number(account), ...days }
  const trial = useTrial<Proposed>('POST', paymentPaths.proposals, given, '')
  const payments = trial.data?.payments ?? []
  const chosen = payments.filter((one) => !left.has(itemName(one)))
  const part = useTrial<Proposed>(
    'POST',
    paymentPaths.proposals,
    chosen.length > 0 && chosen.length < payments.length ? proposalBody(given, payments, left) : undefined,
    '',
  )
  const totals = chosen.length === payments.length ? (trial.data?.totals ?? []) : (part.data?.totals ?? [])
  const writing = useWriting()
  const propose = async (): Promise<void> => {
    if (chosen.length === 0) return
    const body = proposalBody(given, payments, left)
    const goOn = fromHere()
    const made = await writing.send<Proposed>('POST', paymentPaths.proposals, { body })
    if (made) goOn(() => go(hrefOf(`/payments/${made.answer.number}`)))
  }
  useKeys({
    'Ctrl+Enter': () => void propose(),
    Escape: () => go(hrefOf('/payments')),
  })
  const turn = (name: string): void => {
    const next = new Set(left)
    if (!next.delete(name)) next.add(name)
    leave(next)
  }
  const messages = trial.refusal?.messages ?? writing.messages
  return (
    <Page
      title={t('payNew')}
      sub={trial.data && counted('payOne', 'payMany', chosen.length)}
      isFlush
      actions={
        <button
          type="button"
          class="btn pri"
          disabled={chosen.length === 0 || writing.isSending}
          onClick={() => void propose()}
        >
          {t('payMake')} <kbd>Ctrl ↵</kbd>
        </button>
      }
    >
      <Tools accounts={accounts} typed={typed} change={(changes) => setTyped({ ...typed, ...changes })} />
      <Faults messages={messages} isAlone />
      {trial.isLoading
        ? stateOf(trial, 10, 5)
        : trial.data && <Table told={{ ...trial.data, totals }} left={left} turn={turn} />}
    </Page>
  )
}

interface ToolsProps {
  accounts: readonly BankAccount[]
  typed: Typed
  change: (changes: Partial<Typed>) => void
}

function Tools({ accounts, typed, change }: ToolsProps) {
  const day = (name: 'due' | 'pay', label: string) => (
    <label class="row s m2">
      {label}
      <input
        class="in-t day"
        name={name}
        value={typed[name]}
        autocomplete="off"
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <div class="tool wraps">
      <label class="row s m2">
        {t('payFromAccount')}
        <select
          class="chip"
          name="account"
          value={typed.account}
          onChange={(event) => change({ account: event.currentTarget.value })}
        >
          {accounts.map(({ number, accountNumber, name }) => (
            <option value={String(number)} key={number}>
              {accountNumber} {name}
            </option>
          ))}
        </select>
      </label>
      {day('due', t('payDueTo'))}
      {day('pay', t('payOn'))}
    </div>
  )
}

interface TableProps {
  told: Proposed
  left: ReadonlySet<string>
  turn: (name: string) => void
}

function Table({ told, left, turn }: TableProps) {
  const { payments, skipped, totals } = told
  if (payments.length === 0 && skipped.length === 0) return <Nothing title={t('payNothing')} />
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t" data-grid="main">
        <thead>
          <tr>
            <th>{t('dueHead')}</th>
            <th>{t('supplier')}</th>
            <th>{t('invoice')}</th>
            <th class="only-wide">{t('payTo')}</th>
            <th class="only-wide w1360">{t('text')}</th>
            <th class="n">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {payments.map((one) => (
            <Paid key={itemName(one)} one={one} isOn={!left.has(itemName(one))} turn={turn} />
          ))}
          {totals.map(({ currency, amount, payments: count }) => (
            <tr class="tot" key={currency} data-total={currency}>
              <td />
              <td class="w">{counted('payOne', 'payMany', count)}</td>
              <td />
              <td class="only-wide" />
              <td class="only-wide w1360" />
              <td class="n">
                {currency !== baseCurrency() && <span class="m3 thin">{currency} </span>}
                {shown(amount)}
              </td>
            </tr>
          ))}
          {skipped.length > 0 && (
            <tr class="h">
              <th scope="rowgroup" class="edge" colSpan={6}>
                {t('paySkipped')}
              </th>
            </tr>
          )}
          {skipped.map((one) => (
            <tr key={itemName(one)} data-skipped={one.reason}>
              <td class="id">{dayName(one.dueDate)}</td>
              <td class="w">
                <span class="row skip-why">
                  <a class="tr" href={hrefOf(`/suppliers/${one.supplierNumber}`)}>
                    {one.name} <span class="m3">{one.supplierNumber}</span>
                  </a>
                  <span class="tr s m2">{WHY_SKIPPED[one.reason] ? t(WHY_SKIPPED[one.reason]!) : one.message}</span>
                </span>
              </td>
              <td class="id">{one.invoiceNumber}</td>
              <td class="only-wide" />
              <td class="only-wide w1360" />
              <Money one={one} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PaidProps {
  one: Proposed['payments'][number]
  isOn: boolean
  turn: (name: string) => void
}

function Paid({ one, isOn, turn }: PaidProps) {
  const name = itemName(one)
  return (
    <tr data-of={name}>
      <td class="id">{dayName(one.dueDate)}</td>
      <td class="w">
        <label class="row tick">
          <input type="checkbox" data-stop="t" checked={isOn} onChange={() => turn(name)} />
          <span class="tr">
            {one.name} <span class="m3">{one.supplierNumber}</span>
          </span>
        </label>
      </td>
      <td class="id">{one.invoiceNumber}</td>
      <td class="id only-wide">{one.account}</td>
      <td class="m3 only-wide w1360">{one.message}</td>
      <Money one={one} />
    </tr>
  )
}

/** What a payment comes to, with its currency where it is another than that of the books. */
export const Money = ({ one }: { one: Pick<DueItem, 'supplierNumber' | 'currency' | 'amount'> }) => (
  <td class="n">
    {one.currency === baseCurrency() ? (
      <Figure amount={one.amount} href={hrefOf(`/suppliers/${one.supplierNumber}`)} />
    ) : (
      <>
        <span class="m3">{one.currency} </span>
        {shown(one.amount)}
      </>
    )}
  </td>
)
