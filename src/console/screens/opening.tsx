import { useState } from 'preact/hooks'
import { useMaster, useTrial } from '../reads.ts'
import type { Fault } from '../refusal.ts'
import { type Journal, type Listed, paths } from '../books.ts'
import { typedDay } from '../drafts.ts'
import { Page } from '../frame/page.tsx'
import { keep, kept, forget } from '../kept.ts'
import { useKeys } from '../keys.ts'
import { cents, typedAmount } from '../money.ts'
import { accountsOf, assetsOf, itemsOf, lineOf, type OpeningList, type OpeningTold, openingPath } from '../opening.ts'
import { Faults } from '../parts/faults.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { shown } from '../parts/figure.tsx'
import { Skeleton } from '../parts/states.tsx'
import { dayName, today } from '../period.ts'
import { useRested } from '../rested.ts'
import { fromHere, go, hrefOf } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { useYears, yearOf } from '../years.ts'

/** What is typed, as texts: kept until the books are open. */
interface Typed {
  date: string
  journal: string
  accounts: string
  items: string
  /** Left out by drafts of before there were any. */
  assets?: string
}

const NAME = 'opening'

/** What is typed, as the API takes it. */
function bodyOf({ date, journal, accounts, items, assets = '' }: Typed): Record<string, unknown> | undefined {
  const reading = {
    amount: (typed: string) => typedAmount(typed, format.value),
    day: (typed: string) => typedDay(typed, today()),
  }
  const given = {
    accounts: accountsOf(accounts, reading),
    items: itemsOf(items, reading),
    assets: assetsOf(assets, reading),
  }
  if (Object.values(given).every((list) => list.length === 0)) return undefined
  return { date: typedDay(date, today()), journalNumber: Number(journal), ...given }
}

const LINES = { accounts: 'openAccountsLine', items: 'openItemsLine', assets: 'openAssetsLine' } as const

/** What is wrong, each with the line that it is about. */
const said = (faults: readonly Fault[]): string[] =>
  faults.map(({ property, message }) => {
    const at = lineOf(property)
    return at ? `${t(LINES[at.list], { n: at.line })}: ${message}` : message
  })

/**
 * The balances that books begin with, from other books: pasted, or read from a file. What does not add up is shown
 * before anything is booked.
 */
export function OpeningScreen() {
  const years = useYears()
  const journals = useMaster<Listed<Journal>>(paths.journals, true).data?.items
  if (!years || !journals) {
    return (
      <Page title={t('opening')}>
        <Skeleton rows={8} columns={2} />
      </Page>
    )
  }
  const first = years[0] ?? yearOf(years, today())
  return <Opening first={first.fromDate} journals={journals} />
}

function Opening({ first, journals }: { first: string; journals: readonly Journal[] }) {
  const [typed, setTyped] = useState<Typed>(
    () =>
      kept<Typed>(NAME) ?? { date: dayName(first), journal: String(journals[0]?.number ?? 1), accounts: '', items: '' },
  )
  const body = bodyOf(useRested(typed, 300))
  const trial = useTrial<OpeningTold>(
    'POST',
    openingPath,
    body && !isReadOnly() ? { ...body, preview: true } : undefined,
    '',
  )
  const writing = useWriting()
  const told = trial.data
  const mayOpen = told !== undefined && told.lines > 0 && told.differences.length === 0 && !writing.isSending
  const change = (changes: Partial<Typed>): void => {
    const next = { ...typed, ...changes }
    setTyped(next)
    keep(NAME, next)
  }
  const open = async (): Promise<void> => {
    if (!mayOpen || !body) return
    const goOn = fromHere()
    if (!(await writing.send('POST', openingPath, { body }))) return
    forget(NAME)
    goOn(() => go(hrefOf('/reports/trial-balance', { period: first.slice(0, 7) })))
  }
  useKeys({ 'Ctrl+Enter': () => void open(), Escape: () => go(hrefOf('/')) })
  return (
    <Page
      title={t('opening')}
      sub={t('openingSub')}
      actions={
        <button type="button" class="btn pri" disabled={!mayOpen} onClick={() => void open()}>
          {t('openBooks')} <kbd>Ctrl ↵</kbd>
        </button>
      }
    >
      <div class="ye opn">
        <section class="card pad">
          <Fields typed={typed} journals={journals} change={change} />
        </section>
        <section class="card" aria-label={t('openingTold')}>
          <header>
            <h2>{t('openingTold')}</h2>
          </header>
          <div class="in">
            {body === undefined && <p class="m3">{t('openingEmpty')}</p>}
            {trial.isLoading && <Skeleton rows={3} columns={2} />}
            {told && <Told told={told} />}
            <Faults messages={said(trial.refusal?.told ?? writing.faults)} />
          </div>
        </section>
      </div>
    </Page>
  )
}

interface FieldsProps {
  typed: Typed
  journals: readonly Journal[]
  change: (changes: Partial<Typed>) => void
}

function Fields({ typed, journals, change }: FieldsProps) {
  const list = (name: OpeningList, label: string, hint: string) => (
    <>
      <Field
        name={name}
        label={label}
        isTall
        isOff={isReadOnly()}
        value={typed[name] ?? ''}
        faults={[]}
        hint={hint}
        type={(value) => change({ [name]: value })}
      />
      <label class="l s file">
        {t('openFile')}
        <input
          class="hide"
          type="file"
          accept=".csv,.txt,text/csv"
          disabled={isReadOnly()}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file) void file.text().then((text) => change({ [name]: text }))
          }}
        />
      </label>
    </>
  )
  return (
    <div class="rf">
      <div class="row-b wraps">
        <Field
          name="date"
          label={t('openingDay')}
          isOff={isReadOnly()}
          value={typed.date}
          faults={[]}
          type={(date) => change({ date })}
        />
        <Choice
          name="journal"
          label={t('journal')}
          isOff={isReadOnly()}
          value={typed.journal}
          faults={[]}
          of={journals.map(({ number, name }) => [String(number), `${number} ${name}`] as const)}
          choose={(journal) => change({ journal })}
        />
      </div>
      {list('accounts', t('accounts'), t('openAccountsHint'))}
      {list('items', t('openItems'), t('openItemsHint'))}
      {list('assets', t('fixedAssets'), t('openAssetsHint'))}
    </div>
  )
}

function Told({ told }: { told: OpeningTold }) {
  const { lines, debit, credit, differences } = told
  const isOff = differences.length > 0
  return (
    <>
      <p class={isOff ? 'neg b' : 'pos b'}>{t(isOff ? 'openingOff' : 'openingFits', { n: lines })}</p>
      <table class="t dense drl tld">
        <tbody>
          <tr>
            <td class="w">{t('debit')}</td>
            <td class="n">{shown(debit)}</td>
          </tr>
          <tr>
            <td class="w">{t('credit')}</td>
            <td class="n">{shown(credit)}</td>
          </tr>
          {differences.map(({ accountNumber, difference }) => (
            <tr key={String(accountNumber)} data-off={accountNumber ?? 'all'}>
              <td class="w">{accountNumber === null ? t('openingAll') : t('openingItems', { n: accountNumber })}</td>
              <td class={cents(difference) === 0n ? 'n' : 'n neg b'}>{shown(difference)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
