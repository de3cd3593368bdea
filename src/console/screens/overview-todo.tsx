import type { Reconciliation } from '../bank.ts'
import { type Reading, useRead } from '../reads.ts'
import { draftPaths, type UnbalancedVouchers } from '../drafts.ts'
import { useKeys } from '../keys.ts'
import { cents } from '../money.ts'
import { shown } from '../parts/figure.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Skeleton } from '../parts/states.tsx'
import { dayInWords, dayName, periodName, periodOf, today } from '../period.ts'
import { go, hrefOf } from '../route.ts'
import { baseCurrency } from '../session.ts'
import { language } from '../settings.ts'
import { type Aged, readings, type VatReturn, type Waits } from '../today.ts'
import { isVatNear, useWaitingAsked } from '../waits.ts'
import { counted, t } from '../words.ts'
import type { Word } from '../words/en.ts'

interface Todo {
  icon: IconName
  tone: '' | 'warn' | 'neg'
  what: string
  text: string
  /** Of what it is, each with the way to it; they stand in the place of the text. */
  named?: readonly { text: string; href: string }[]
  /** A phone has the text, too: without it one could not tell the line from another. */
  isTold?: boolean
  amount: string
  href: string
  /** What one does about it. */
  go: Word
  isFirst?: boolean
}

/** What waits of one kind; null until all is read that says so. */
type Said = Todo | undefined | null

const isAwaited = (...reads: readonly Reading<unknown>[]): boolean => reads.some(({ isLoading }) => isLoading)

const settledBy = ({ voucherNumber: voucher }: VatReturn): string =>
  voucher === null ? t('vatSettled') : t('vatSettledBy', { voucher })

function useVat(waiting: Reading<Waits>, now: string): Said {
  const next = waiting.data
  const ends = next?.vatPeriod ? periodOf(next.vatPeriod)?.to : undefined
  const isTold = next !== undefined && ends !== undefined && ends < now && isVatNear(next)
  const told = useRead<VatReturn>(isTold ? readings.vatReturn(next.vatPeriod!) : undefined)
  if (isAwaited(waiting, told)) return null
  const due = told.data
  if (!due) return undefined
  const isLate = due.deadline < now
  const day = dayInWords(due.deadline, language.value, isLate ? {} : { weekday: 'long' })
  const name = periodOf(due.period)
  return {
    icon: 'percent',
    tone: 'warn',
    isFirst: true,
    what: t(isLate ? 'vatOverdue' : 'vatDue', { period: name ? periodName(name, language.value) : due.period, day }),
    text: due.state === 'settled' ? settledBy(due) : dayName(due.deadline),
    amount: shown(due.payable, true),
    href: hrefOf(`/vat/${due.period}`),
    go: 'goVat',
  }
}

/** How bank and ledger differ on an account at the bank, where its lines have no counterpart. */
const useDifference = (account: { number: number } | undefined, now: string): Reading<Reconciliation> =>
  useRead<Reconciliation>(account && readings.reconciliation(account.number, now))

/** An amount in its currency, where that is not the base currency. */
const inCurrency = ({ difference, currency }: Reconciliation): string =>
  currency === baseCurrency() ? shown(difference) : `${currency} ${shown(difference)}`

/** The accounts at banks that have lines without a counterpart, those with most first, each with what it differs by. */
function useBanks(waiting: Reading<Waits>, now: string): Said[] {
  const open = (waiting.data?.bankAccounts ?? []).toSorted((a, b) => b.bankLines - a.bankLines)
  const [first, second, third] = open
  const reports = [useDifference(first, now), useDifference(second, now), useDifference(third, now)]
  if (isAwaited(waiting, ...reports)) return [null]
  return open.slice(0, reports.length).map(({ accountNumber, name, bankLines }, at) => {
    const state = reports[at]!.data
    const account = `${accountNumber} ${name}`
    return {
      icon: 'bank',
      tone: '',
      what: counted('bankOne', 'bankMany', bankLines),
      text: state ? t('bankText', { name: account }) : account,
      isTold: open.length > 1,
      amount: state ? inCurrency(state) : '',
      href: hrefOf(`/bank/${accountNumber}`),
      go: 'goBank',
    }
  })
}

function useOverdue(now: string): Said {
  const said = useRead<Aged>(readings.agedCustomers(now))
  if (isAwaited(said)) return null
  const aged = said.data
  if (!aged || cents(aged.overdueOver90) === 0n) return undefined
  const [oldest] = aged.items
    .filter(({ oldestDue }) => oldestDue !== null)
    .toSorted((a, b) => (a.oldestDue! < b.oldestDue! ? -1 : 1))
  const n = aged.items.filter(({ overdueOver90 }) => cents(overdueOver90) !== 0n).length
  return {
    icon: 'people',
    tone: '',
    what: counted('lateOne', 'lateMany', n),
    text: oldest ? t('lateText', { date: dayName(oldest.oldestDue), name: oldest.name }) : '',
    amount: shown(aged.overdueOver90),
    href: hrefOf('/customers'),
    go: 'goLate',
  }
}

/** Vouchers that are named in one line; the journal has the others. */
const NAMED = 3

/** The vouchers of each journal that do not balance. */
function useUnbalanced(waiting: Reading<Waits>): Said[] {
  const open = waiting.data?.draftEntries ?? 0
  const told = useRead<UnbalancedVouchers>(open > 0 ? draftPaths.unbalanced : undefined)
  if (isAwaited(waiting, told)) return [null]
  const { journals = [], items = [] } = told.data ?? {}
  return journals.map(({ journalNumber, name: journal, count }) => {
    const named = items
      .filter((one) => one.journalNumber === journalNumber)
      .slice(0, NAMED)
      .map(({ voucherNumber: voucher, difference }) => ({
        text: t('unbalancedBy', { voucher, amount: shown(difference) }),
        href: hrefOf(`/journals/${journalNumber}`, { v: String(voucher) }),
      }))
    return {
      icon: 'warn',
      tone: 'neg',
      what: counted('unbalancedOne', 'unbalancedMany', count, { journal }),
      text: '',
      named,
      amount: '',
      href: named[0]?.href ?? hrefOf(`/journals/${journalNumber}`),
      go: count === 1 ? 'goUnbalancedOne' : 'goUnbalancedMany',
    }
  })
}

/** What waits to be gone through: how many, and where. */
function listed(count: number | null | undefined, icon: IconName, one: Word, many: Word, place: string): Said {
  if (!count) return undefined
  const what = counted(one, many, count)
  return { icon, tone: '', what, text: '', amount: '', href: hrefOf(place), go: 'goThrough' }
}

/** What waits for a person, the most pressing first. */
export function Todos() {
  const now = today()
  const waiting = useWaitingAsked()
  const vat = useVat(waiting, now)
  const unbalanced = useUnbalanced(waiting)
  const banks = useBanks(waiting, now)
  const late = useOverdue(now)
  const counts = waiting.data
  const inbox = listed(counts?.inbox, 'inbox', 'inboxWaitOne', 'inboxWaitMany', '/inbox')
  const entries = listed(counts?.draftEntries, 'journal', 'draftEntryOne', 'draftEntryMany', '/journals')
  const drafts = listed(counts?.draftInvoices, 'invoice', 'draftInvoiceOne', 'draftInvoiceMany', '/invoices')
  const invoices = drafts && { ...drafts, amount: shown(counts?.draftInvoicesAmount) }
  const said = [vat, ...unbalanced, ...banks, late, inbox, entries, invoices]
  // All of it at once: nothing moves when another answer comes.
  const isKnown = !said.includes(null)
  const todos = isKnown ? said.filter((todo): todo is Todo => Boolean(todo)) : []
  const first = todos[0]?.isFirst ? todos[0] : undefined
  // What has the focus takes the key itself.
  useKeys({ Enter: () => (first && !document.activeElement?.matches('a, button') ? go(first.href) : false) })
  return (
    <section class="card todos" aria-label={t('needsYou')}>
      {!isKnown && <Skeleton rows={5} columns={2} />}
      {todos.length === 0 && isKnown && (
        <div class="in">
          <b>{t('nothingNeedsYou')}</b>
          <p class="m3">{t('nothingNeedsYouText')}</p>
        </div>
      )}
      {todos.map((todo) => (
        <Row todo={todo} key={todo.href} />
      ))}
    </section>
  )
}

/** A line of what waits: all of it leads there, and what it names leads to that. */
function Row({ todo: { icon, tone, what, text, named, isTold, amount, href, go: word, isFirst } }: { todo: Todo }) {
  return (
    <div class={isFirst ? 'todo first' : 'todo'}>
      <span class={tone}>
        <Icon name={icon} />
      </span>
      <span class="what">
        <a class="all" href={href}>
          {what}
        </a>
        <span class={named || isTold ? 'under named' : 'under'}>
          {named
            ? named.map((one, at) => (
                <>
                  {at > 0 && ', '}
                  <a href={one.href} key={one.text}>
                    {one.text}
                  </a>
                </>
              ))
            : text}
        </span>
      </span>
      <span class="amt n">{amount}</span>
      <span class={isFirst ? 'go btn pri' : 'go l'} aria-hidden="true">
        {t(word)} {isFirst && <kbd>↵</kbd>}
      </span>
    </div>
  )
}
