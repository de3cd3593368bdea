import type { BankAccount, Reconciliation } from '../bank.ts'
import { type Reading, useRead, useWhole } from '../reads.ts'
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

/** What waits of one kind; null until all is read that says so. */
type Said = Todo | undefined | null

const isAwaited = (...reads: readonly Reading<unknown>[]): boolean => reads.some(({ isLoading }) => isLoading)

function useVat(now: string): Said {
  const settled = useRead<SettledReturn[]>(readings.vatReturns)
  const setup = useRead<{ frequency: Frequency }>(vatPaths.setup)
  const frequency = setup.data?.frequency
  const period = settled.data && frequency && dueVatPeriod(settled.data, frequency, now)
  const told = useRead<VatReturn>(period && readings.vatReturn(period))
  if (isAwaited(settled, setup, told)) return null
  const due = told.data
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

function useBank(now: string): Said {
  const accounts = useRead<Listed<BankAccount>>(readings.bankAccounts)
  const account = accounts.data?.items[0]
  const lines = useRead<number>(account && readings.openBankLines)
  const open = lines.data ?? 0
  const report = useRead<Reconciliation>(account && readings.reconciliation(account.number, now))
  if (isAwaited(accounts, lines, report)) return null
  const state = report.data
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

function useOverdue(now: string): Said {
  const said = useRead<Aged>(readings.agedCustomers(now))
  const open = useWhole<{ items: OpenItem[] }>(readings.openItems(now))
  if (isAwaited(said, open)) return null
  const [aged, items] = [said.data, open.data?.items ?? []]
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

/** What waits to be gone through: how many, and where. */
function useCounted(path: string, icon: IconName, one: Word, many: Word, place: string): Said {
  const count = useRead<number>(path)
  if (isAwaited(count)) return null
  if (!count.data) return undefined
  const what = counted(one, many, count.data)
  return { icon, tone: '', what, text: '', amount: '', href: hrefOf(place), go: 'goThrough' }
}

/** What waits for a person, the most pressing first. */
export function Todos() {
  const now = today()
  const vat = useVat(now)
  const bank = useBank(now)
  const late = useOverdue(now)
  const inbox = useCounted(inboxPaths.countNew, 'inbox', 'inboxWaitOne', 'inboxWaitMany', '/inbox')
  const entries = useCounted(readings.draftEntries, 'journal', 'draftEntryOne', 'draftEntryMany', '/journals')
  const invoices = useCounted(readings.draftInvoices, 'invoice', 'draftInvoiceOne', 'draftInvoiceMany', '/invoices')
  const said = [vat, bank, late, inbox, entries, invoices]
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
