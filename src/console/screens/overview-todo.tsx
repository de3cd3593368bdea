import type { BankAccount, Reconciliation } from '../bank.ts'
import { useRead, useWhole } from '../reads.ts'
import type { Listed } from '../books.ts'
import { useKeys } from '../keys.ts'
import { inboxPaths } from '../inbox.ts'
import { cents } from '../money.ts'
import { shown } from '../parts/figure.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Skeleton } from '../parts/states.tsx'
import { dayInWords, dayName, daysBetween, periodName, periodOf, today } from '../period.ts'
import { go, hrefOf } from '../route.ts'
import { language } from '../settings.ts'
import { type Aged, type OpenItem, readings, type SettledReturn, type VatReturn } from '../today.ts'
import { dueVatPeriod, type Frequency, vatPaths } from '../vat.ts'
import { counted, t } from '../words.ts'
import type { Word } from '../words/en.ts'

interface Todo {
  icon: IconName
  tone: '' | 'warn' | 'neg'
  what: string
  text: string
  amount: string
  href: string
  /** What one does about it. */
  go: Word
  isFirst?: boolean
}

/** How many days before its deadline a VAT return is named. */
const NEAR_DAYS = 30

function useVat(now: string): Todo | undefined {
  const settled = useRead<SettledReturn[]>(readings.vatReturns).data
  const frequency = useRead<{ frequency: Frequency }>(vatPaths.setup).data?.frequency
  const period = settled && frequency && dueVatPeriod(settled, frequency, now)
  const due = useRead<VatReturn>(period && readings.vatReturn(period)).data
  if (!due || !period || due.to >= now || daysBetween(now, due.deadline) > NEAR_DAYS) return undefined
  const isLate = due.deadline < now
  const day = dayInWords(due.deadline, language.value, isLate ? {} : { weekday: 'long' })
  const name = periodOf(period)
  return {
    icon: 'percent',
    tone: 'warn',
    isFirst: true,
    what: t(isLate ? 'vatOverdue' : 'vatDue', { period: name ? periodName(name, language.value) : period, day }),
    text: due.state === 'settled' ? t('vatSettled') : dayName(due.deadline),
    amount: shown(due.payable, true),
    href: hrefOf(`/vat/${period}`),
    go: 'goVat',
  }
}

function useBank(now: string): Todo | undefined {
  const account = useRead<Listed<BankAccount>>(readings.bankAccounts).data?.items[0]
  const open = useRead<number>(account && readings.openBankLines).data ?? 0
  const state = useRead<Reconciliation>(account && readings.reconciliation(account.number, now)).data
  if (!account || open === 0) return undefined
  return {
    icon: 'bank',
    tone: '',
    what: counted('bankOne', 'bankMany', open),
    text: state ? t('bankText', { name: `${account.accountNumber} ${account.name}` }) : account.name,
    amount: state ? shown(state.difference) : '',
    href: hrefOf(`/bank/${account.accountNumber}`),
    go: 'goBank',
  }
}

function useLate(now: string): Todo | undefined {
  const aged = useRead<Aged>(readings.agedCustomers(now)).data
  const items = useWhole<{ items: OpenItem[] }>(readings.openItems(now)).data?.items ?? []
  if (!aged || cents(aged.overdueOver90) === 0n) return undefined
  const oldest = items.filter(({ dueDate }) => dueDate !== null).sort((a, b) => (a.dueDate! < b.dueDate! ? -1 : 1))[0]
  const n = aged.items.filter(({ overdueOver90 }) => cents(overdueOver90) !== 0n).length
  return {
    icon: 'people',
    tone: '',
    what: counted('lateOne', 'lateMany', n),
    text: oldest ? t('lateText', { date: dayName(oldest.date), name: oldest.name }) : '',
    amount: shown(aged.overdueOver90),
    href: hrefOf('/customers'),
    go: 'goLate',
  }
}

function useDrafts(): Todo[] {
  const invoices = useRead<number>(readings.draftInvoices).data ?? 0
  const entries = useRead<number>(readings.draftEntries).data ?? 0
  const documents = useRead<number>(inboxPaths.countNew).data ?? 0
  const waits = { tone: '', text: '', amount: '', go: 'goThrough' } as const
  return [
    ...(documents > 0
      ? [
          {
            ...waits,
            icon: 'inbox' as const,
            what: counted('inboxWaitOne', 'inboxWaitMany', documents),
            href: hrefOf('/inbox'),
          },
        ]
      : []),
    ...(entries > 0
      ? [
          {
            ...waits,
            icon: 'journal' as const,
            what: counted('draftEntryOne', 'draftEntryMany', entries),
            href: hrefOf('/journals'),
          },
        ]
      : []),
    ...(invoices > 0
      ? [
          {
            ...waits,
            icon: 'invoice' as const,
            what: counted('draftInvoiceOne', 'draftInvoiceMany', invoices),
            href: hrefOf('/invoices'),
          },
        ]
      : []),
  ]
}

/** Whether it is known that nothing waits: all that says so has answered. */
function useKnown(now: string): boolean {
  const reads = [
    useRead(readings.vatReturns),
    useRead(readings.bankAccounts),
    useRead(readings.agedCustomers(now)),
    useRead(readings.draftInvoices),
    useRead(readings.draftEntries),
    useRead(inboxPaths.countNew),
  ]
  return reads.every(({ isLoading }) => !isLoading)
}

/** What waits for a person, the most pressing first. */
export function Todos() {
  const now = today()
  const vat = useVat(now)
  const bank = useBank(now)
  const late = useLate(now)
  const drafts = useDrafts()
  const isKnown = useKnown(now)
  const todos = [vat, bank, late, ...drafts].filter((todo): todo is Todo => todo !== undefined)
  const first = todos[0]?.isFirst ? todos[0] : undefined
  // What has the focus takes the key itself.
  useKeys({ Enter: () => (first && !document.activeElement?.matches('a, button') ? go(first.href) : false) })
  return (
    <section class="card todos" aria-label={t('needsYou')}>
      {todos.length === 0 && !isKnown && <Skeleton rows={3} columns={2} />}
      {todos.length === 0 && isKnown && (
        <div class="in">
          <b>{t('nothingNeedsYou')}</b>
          <p class="m3">{t('nothingNeedsYouText')}</p>
        </div>
      )}
      {todos.map(({ icon, tone, what, text, amount, href, go: word, isFirst }) => (
        <a class={isFirst ? 'todo first' : 'todo'} href={href} key={what}>
          <span class={tone}>
            <Icon name={icon} />
          </span>
          <span class="what">
            <b class="b">{what}</b>
            <span class="under">{text}</span>
          </span>
          <span class="amt n">{amount}</span>
          <span class={isFirst ? 'go btn pri' : 'go l'}>
            {t(word)} {isFirst && <kbd>↵</kbd>}
          </span>
        </a>
      ))}
    </section>
  )
}
