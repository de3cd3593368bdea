import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useTrial } from '../reads.ts'
import {
  type Bank,
  type BankLine,
  bankPaths,
  distinct,
  type Match,
  type Rest,
  type Suggestion,
  withRest,
} from '../bank.ts'
import { useKeys } from '../keys.ts'
import { type Amount, cents } from '../money.ts'
import { AccountField, accountTyped } from '../parts/account-field.tsx'
import { Faults } from '../parts/faults.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { dayName } from '../period.ts'
import { hrefOf, hrefWith } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import type { Acts } from './bank-actions.tsx'
import { ByHand, Ignore, useTyped } from './bank-by-hand.tsx'
import { DonePane } from './bank-done.tsx'
import { saidOf } from './bank-said.ts'

interface PaneProps {
  bank: Bank
  line: BankLine
  acts: Acts
}

/** The line that is chosen: what it may belong to, or what it belongs to. */
export function LinePane(props: PaneProps) {
  const { line, bank } = props
  const { currency } = bank.account
  return (
    <section class="bl" aria-label={line.text}>
      <a class="l s only-phone back" href={hrefWith({ line: undefined })}>
        ‹ {t('bankLines')}
      </a>
      <header class="row-b">
        <h2 class="tr">{line.counterpartyName ?? line.text}</h2>
        <span class="m3">{t(cents(line.amount) < 0n ? 'bankGets' : 'bankPays')}</span>
        <b class="b n">
          {currency} {shown(line.amount)}
        </b>
        <span class="grow" />
        <span class="s m3 n">{dayName(line.date)}</span>
      </header>
      <p class="mono m3 any">
        {[line.text, line.reference].filter(Boolean).join(' · ')}
        {line.originalCurrency && ` · ${line.originalCurrency} ${shown(line.originalAmount)}`}
      </p>
      {line.state === 'open' ? <Open {...props} /> : <DonePane {...props} />}
    </section>
  )
}

type How = 'suggested' | 'account' | 'ignore'

function Open({ bank, line, acts }: PaneProps) {
  const suggestions = distinct(bank.suggestions.get(line.number) ?? [])
  const [turned, setHow] = useState<How | undefined>(undefined)
  const how = turned ?? (suggestions.length > 0 ? 'suggested' : 'account')
  const turnTo = (next: How): void => {
    setHow(next)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.bl form input')?.focus())
  }
  useKeys({ a: () => (isReadOnly() ? false : turnTo('account')), i: () => (isReadOnly() ? false : turnTo('ignore')) })
  const others = (
    <>
      {how !== 'account' && (
        <button type="button" class="btn" disabled={isReadOnly()} onClick={() => turnTo('account')}>
          {t('bankOther')} <kbd>A</kbd>
        </button>
      )}
      {how !== 'ignore' && (
        <button type="button" class="btn quiet" disabled={isReadOnly()} onClick={() => turnTo('ignore')}>
          {t('bankIgnore')} <kbd>I</kbd>
        </button>
      )}
      {how !== 'suggested' && suggestions.length > 0 && (
        <button type="button" class="btn quiet" onClick={() => turnTo('suggested')}>
          {t('bankSuggestions')}
        </button>
      )}
    </>
  )
  if (how === 'ignore') return <Ignore line={line} others={others} />
  if (how === 'account') return <ByAccount bank={bank} line={line} acts={acts} others={others} />
  return <BySuggestion bank={bank} line={line} acts={acts} suggestions={suggestions} others={others} />
}

type WithOthers = PaneProps & { others: ComponentChildren }

function BySuggestion({ bank, line, acts, suggestions, others }: WithOthers & { suggestions: readonly Suggestion[] }) {
  const [at, setAt] = useState(0)
  const [rest, setRest] = useState<Rest>('leave')
  const [account, setAccount] = useState('')
  const chosen = suggestions[at] ?? suggestions[0]!
  const less = chosen.code === 'ItemNamedLess' ? chosen.facts.lessAmount : undefined
  const typed = accountTyped(bank.chart, account)?.number
  const match = less === undefined ? chosen.match : withRest(chosen.match, rest, typed)
  const isReady = less === undefined || rest === 'leave' || typed !== undefined
  const submit = (event: Event): void => {
    event.preventDefault()
    if (isReady) void acts.match([match], [line.number])
  }
  return (
    <form onSubmit={submit}>
      <h3>{t('bankCandidates')}</h3>
      <Candidates bank={bank} line={line} suggestions={suggestions} at={at} choose={setAt} />
      {less !== undefined && (
        <Missing amount={less} rest={rest} choose={setRest} bank={bank} account={account} change={setAccount} />
      )}
      <WillBook match={isReady ? match : undefined} line={line} />
      <div class="row bts">
        <button type="submit" class="btn pri" disabled={isReadOnly() || !isReady || acts.isSending}>
          {t('bankMatch')} <kbd>↵</kbd>
        </button>
        {others}
      </div>
    </form>
  )
}

interface CandidatesProps {
  bank: Bank
  line: BankLine
  suggestions: readonly Suggestion[]
  at: number
  choose: (at: number) => void
}

function Candidates({ bank, line, suggestions, at, choose }: CandidatesProps) {
  return (
    <table class="t cand">
      <thead>
        <tr>
          <th>
            <span class="hide">{t('bankChoose')}</span>
          </th>
          <th>{t('bankBelongs')}</th>
          <th class="n">{t('bankOpenHead')}</th>
          <th class="n">{t('bankOffHead')}</th>
        </tr>
      </thead>
      <tbody>
        {suggestions.map((one, place) => {
          const { what, why } = saidOf(one, bank.chart)
          const { openAmount, lessAmount, moreAmount } = one.facts
          const off = lessAmount === undefined ? cents(moreAmount ?? '0.00') : -cents(lessAmount)
          return (
            <tr key={place} class={place === at ? 'on' : ''} onClick={() => choose(place)}>
              <td>
                <input
                  type="radio"
                  name="choice"
                  aria-label={`${what} ${why}`}
                  checked={place === at}
                  onChange={() => choose(place)}
                />
              </td>
              <td class="w2">
                {what} <span class="m3 s">{why}</span>
              </td>
              <td class="n">{openAmount === undefined ? '' : shown(openAmount)}</td>
              <td class={off === 0n ? 'n m3' : 'n neg'}>{shown(cents(line.amount) < 0n ? -off : off)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface MissingProps {
  amount: Amount
  rest: Rest
  choose: (rest: Rest) => void
  bank: Bank
  account: string
  change: (account: string) => void
}

/** What becomes of the difference. */
function Missing({ amount, rest, choose, bank, account, change }: MissingProps) {
  const ways = [
    ['leave', 'bankLeave'],
    ['writeOff', 'bankWriteOff'],
    ['fee', 'bankFee'],
  ] as const
  return (
    <fieldset class="mis">
      <legend>
        <h3>{t('bankMissing', { amount: shown(amount) })}</h3>
      </legend>
      {ways.map(([way, word]) => (
        <label class="row" key={way}>
          <input type="radio" name="rest" checked={rest === way} onChange={() => choose(way)} />
          <span class="grow">{t(word)}</span>
        </label>
      ))}
      {rest !== 'leave' && <AccountField label={t('account')} value={account} chart={bank.chart} change={change} />}
    </fieldset>
  )
}

/** A match on accounts that are typed. */
function ByAccount({ bank, line, acts, others }: WithOthers) {
  const typed = useTyped(line, bank.chart)
  const { postings } = typed
  const match: Match | undefined = postings && { bankLines: [line.number], lines: postings }
  const submit = (event: Event): void => {
    event.preventDefault()
    if (match) void acts.match([match], [line.number])
  }
  return (
    <form onSubmit={submit}>
      <ByHand typed={typed} line={line} chart={bank.chart} />
      <WillBook match={match} line={line} />
      <div class="row bts">
        <button type="submit" class="btn pri" disabled={isReadOnly() || !match || acts.isSending}>
          {t('bankMatch')} <kbd>↵</kbd>
        </button>
        {others}
      </div>
    </form>
  )
}

interface Booked {
  accountNumber: number
  currency: string
  amountInBaseCurrency: Amount
}

/** What the match books, said by a dry run; nothing where all of it is in the ledger. */
function WillBook({ match, line }: { match: Match | undefined; line: BankLine }) {
  const body = match && !isReadOnly() ? { matches: [match], book: true } : undefined
  const trial = useTrial<{ postings?: Booked[] }>('POST', bankPaths.match, body, line.state)
  if (isReadOnly()) return <p class="s m3">{t('demoTrial')}</p>
  if (trial.refusal) return <Faults messages={trial.refusal.messages} />
  const postings = trial.data?.postings ?? []
  return (
    <div class="wbk" aria-live="polite">
      {trial.data && postings.length === 0 && (
        <p class="s m3">
          <Icon name="check" /> {t('bankIsThere')}
        </p>
      )}
      {postings.length > 0 && (
        <p class="s">
          <span class="m3">{t('willBook')}:</span>{' '}
          {postings.map((one) => (
            <span class="nowrap post" key={`${one.accountNumber} ${one.currency}`}>
              <b class="b">{one.accountNumber}</b>{' '}
              <Figure
                amount={one.amountInBaseCurrency}
                href={hrefOf(`/accounts/${one.accountNumber}`, { period: line.date.slice(0, 7) })}
              />
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
