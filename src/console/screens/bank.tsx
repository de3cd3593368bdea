import { api } from '../api.ts'
import { useLast } from '../last.ts'
import { type Reading, useMaster, useRead, useWhole } from '../reads.ts'
import type { Refusal } from '../refusal.ts'
import {
  type Bank,
  type BankAccount,
  type BankLine,
  type BankMatch,
  bankPaths,
  datesOf,
  type BankStatement,
  newestFirst,
  type Reconciliation,
  type Suggestion,
} from '../bank.ts'
import { type Account, type Listed, paths } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { Accounts } from '../parts/account-field.tsx'
import { Faults } from '../parts/faults.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { today } from '../period.ts'
import { hrefOf, route, setQuery } from '../route.ts'
import { t } from '../words.ts'
import { isReadOnly } from '../session.ts'
import { BankActions, focusLine, useActs } from './bank-actions.tsx'
import { NewBankAccount } from './bank-new.tsx'
import { Differences, Equation, EquationAwaited } from './bank-differences.tsx'
import { LinePane } from './bank-line.tsx'
import { Lines } from './bank-lines.tsx'

/** Matches that are asked for at once. */
const MATCHES_NAMED = 200

function useBank(account: BankAccount) {
  const { number } = account
  const statements = useWhole<Listed<BankStatement>>(bankPaths.statements(number))
  const list = newest(statements.data?.items ?? [])
  const statement = list.find(({ to }) => to === route.value.query.get('to')) ?? list[0]
  const until = statement?.to ?? today()
  const isKnown = statements.data !== undefined
  const lines = useWhole<Listed<BankLine>>(
    isKnown ? bankPaths.lines(number, statement?.from ?? until, until) : undefined,
  )
  const suggested = useRead<{ bankLine: number; suggestions: Suggestion[] }[]>(
    isKnown ? bankPaths.suggestions(number) : undefined,
  )
  const report = useRead<Reconciliation>(isKnown ? bankPaths.reconciliation(number, until) : undefined)
  // Lines and differences of another statement stand until those of this one come: nothing that is typed or told goes.
  const [linesLast, reportLast] = [useLast(lines.data), useLast(report.data)]
  const known = newestFirst(linesLast?.items ?? [])
  const dates = datesOf(known)
  const shown = dates.find((one) => one === route.value.query.get('dates'))
  const all = known.filter(({ date }) => shown === undefined || date.startsWith(shown))
  const done = all.filter(({ state }) => state !== 'open')
  const named = done.flatMap(({ matchNumber }) => matchNumber ?? []).slice(0, MATCHES_NAMED)
  const matches = useRead<Listed<BankMatch>>(named.length === 0 ? undefined : bankPaths.matches([...new Set(named)]))
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const bank: Bank = {
    account,
    statement,
    statements: list,
    dates,
    open: all.filter(({ state }) => state === 'open'),
    done,
    suggestions: new Map(suggested.data?.map((one) => [one.bankLine, one.suggestions])),
    isSuggested: suggested.data !== undefined,
    matches: new Map(matches.data?.items.map((one) => [one.number, one])),
    report: reportLast,
    chart,
  }
  return {
    bank,
    refusal: suggested.refusal,
    waits: statements.data ? (linesLast ? (reportLast ? undefined : report) : lines) : statements,
  }
}

const newest = (statements: readonly BankStatement[]): BankStatement[] =>
  statements.toSorted((a, b) => (a.to < b.to ? 1 : -1))

/** A bank account: what waits, what each line may belong to, and why bank and ledger differ. */
export function BankScreen({ number }: { number: number | undefined }) {
  const accounts = useWhole<Listed<BankAccount>>(bankPaths.accounts)
  const account = accounts.data?.items.find((one) => number === undefined || one.accountNumber === number)
  if (accounts.data && !account) {
    return (
      <Page title={t('bank')}>
        {isReadOnly() || number !== undefined ? (
          <Nothing title={t('bankNone')} text={t('bankNoneText')} />
        ) : (
          <NewBankAccount />
        )}
      </Page>
    )
  }
  if (account) return <OfAccount key={account.number} account={account} accounts={accounts.data!.items} />
  return (
    <Page {...headOf(undefined, [])} isFlush>
      <Awaited waits={accounts} />
    </Page>
  )
}

function OfAccount({ account, accounts }: { account: BankAccount; accounts: readonly BankAccount[] }) {
  const { bank, refusal, waits } = useBank(account)
  if (!waits) return <Shown bank={bank} refusal={refusal} accounts={accounts} />
  return (
    <Page {...headOf(account, accounts)} isFlush>
      <Awaited waits={waits} />
    </Page>
  )
}

/** The bank account that the page is about, and the way to others. */
function headOf(account: BankAccount | undefined, accounts: readonly BankAccount[]) {
  if (!account) return { title: t('bank') }
  const { registrationNumber: registration, bankAccountNumber: number } = account
  const atBank = registration && number ? t('bankRegAccount', { registration, number }) : number
  return {
    title: `${t('bank')} ${account.accountNumber}`,
    head: accounts.length > 1 ? <Tabs accounts={accounts} here={account} /> : undefined,
    sub: [account.currency, atBank].filter(Boolean).join(' · '),
  }
}

/** What is awaited stands where it will be. */
function Awaited({ waits }: { waits: Reading<unknown> }) {
  if (waits.refusal) return stateOf(waits)!
  return (
    <>
      <EquationAwaited />
      <div class="split bk" data-voucher={false}>
        <section class="pane" aria-label={t('bankLines')}>
          <div class="ph">
            <h2>{t('bankLines')}</h2>
          </div>
          {stateOf(waits, 14, 3)}
        </section>
        <div class="pane bkp" />
      </div>
    </>
  )
}

interface ShownProps {
  bank: Bank
  /** Why suggestions were not read. */
  refusal: Refusal | undefined
  accounts: readonly BankAccount[]
}

function Shown({ bank, refusal, accounts }: ShownProps) {
  const acts = useActs(bank)
  const chosen = Number(route.value.query.get('line') ?? Number.NaN)
  const line = [...bank.open, ...bank.done].find((one) => one.number === chosen)
  useKeys({
    Escape: () => {
      if (!line) return false
      if (document.activeElement?.closest('.bkp')) focusLine(line.number)
      else setQuery({ line: undefined })
      return true
    },
  })
  return (
    <Page {...headOf(bank.account, accounts)} isFlush actions={<BankActions bank={bank} acts={acts} />}>
      <Accounts chart={bank.chart} />
      <Equation bank={bank} />
      <Faults messages={refusal ? [t('bankNotSuggested'), ...refusal.messages] : []} isAlone>
        <button type="button" class="l" onClick={api.again}>
          {t('retry')}
        </button>
      </Faults>
      <div class="split bk" data-voucher={line !== undefined}>
        <Lines bank={bank} acts={acts} chosen={chosen} />
        <section class="pane bkp" aria-label={t('bankPane')} tabIndex={-1}>
          <div class="scroll" tabIndex={-1}>
            {line && <LinePane key={line.number} bank={bank} line={line} acts={acts} />}
            <Differences bank={bank} />
          </div>
        </section>
      </div>
    </Page>
  )
}

const Tabs = ({ accounts, here }: { accounts: readonly BankAccount[]; here: BankAccount }) => (
  <span class="tabs">
    {accounts.map(({ number, accountNumber, name }) => (
      <a
        class={number === here.number ? 'tab on' : 'tab'}
        href={hrefOf(`/bank/${accountNumber}`)}
        key={number}
        aria-current={number === here.number ? 'page' : undefined}
      >
        {accountNumber} {name}
      </a>
    ))}
  </span>
)
