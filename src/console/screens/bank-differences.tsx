import { type Bank, type Reconciliation } from '../bank.ts'
import { useKeys } from '../keys.ts'
import { cents } from '../money.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { dayName } from '../period.ts'
import { hrefOf, hrefWith, route, setQuery } from '../route.ts'
import { counted, t } from '../words.ts'
import type { Word } from '../words/en.ts'

/** The bank's figure less the ledger's is the difference; what nothing explains of it stands apart. */
export function Equation({ bank: { report, account, statement } }: { bank: Bank }) {
  if (!report) return null
  const { bankBalance, ledgerBalance, difference, unexplained } = report
  const day = dayName(report.date)
  const isLeft = unexplained !== null && cents(unexplained) !== 0n
  const why = hrefWith({ explain: 'difference' })
  return (
    <section class="eq" aria-label={t('difference')}>
      <div>
        <div class="xs m3">{t('bankSays', { day })}</div>
        <div class="v">
          {bankBalance === null ? (
            '–'
          ) : (
            <Figure amount={bankBalance} href={hrefWith({ to: statement?.to })} explain="difference" />
          )}
        </div>
      </div>
      <span class="op">−</span>
      <div>
        <div class="xs m3">{t('bankLedgerSays')}</div>
        <div class="v">
          <Figure
            amount={ledgerBalance}
            href={hrefOf(`/accounts/${account.accountNumber}`, { period: report.date.slice(0, 7) })}
          />
        </div>
      </div>
      <span class="op">=</span>
      <div>
        <div class="xs m3">{t('difference')}</div>
        <div class="v">
          {difference === null ? '–' : <Figure amount={difference} href={why} explain="difference" />}
        </div>
      </div>
      <span class="only-wide" />
      <div class="end">
        <div class="xs m3">{t('bankToExplain')}</div>
        <div class={isLeft ? 'v neg' : 'v pos'}>
          {unexplained === null ? (
            '–'
          ) : (
            <>
              <Icon name={isLeft ? 'warn' : 'check'} />
              <Figure amount={unexplained} href={why} explain="difference" />
            </>
          )}
        </div>
      </div>
    </section>
  )
}

/** Its words, where its figures will be. */
export function EquationAwaited() {
  const [ledger, difference, left] = (['bankLedgerSays', 'difference', 'bankToExplain'] as const).map((word) => (
    <>
      <div class="xs m3">{t(word)}</div>
      <div class="v">&nbsp;</div>
    </>
  ))
  return (
    <section class="eq" aria-label={t('difference')}>
      <div />
      <span class="op">−</span>
      <div>{ledger}</div>
      <span class="op">=</span>
      <div>{difference}</div>
      <span class="only-wide" />
      <div class="end">{left}</div>
    </section>
  )
}

const KINDS: Readonly<Record<string, Word>> = {
  atBankNotInLedger: 'diffAtBank',
  inLedgerNotAtBank: 'diffInLedger',
  drafted: 'diffDrafted',
  ignored: 'diffIgnored',
  matchedOnOtherDays: 'diffOtherDays',
  beforeFirstStatement: 'diffBefore',
}

const wordOf = (kind: string): Word => KINDS[kind] ?? 'difference'

/** From the ledger's balance to the bank's, by what is in one and not in the other. */
export function Differences({ bank }: { bank: Bank }) {
  const { report, account } = bank
  const explained = route.value.query.get('explain')
  useKeys({ Escape: () => (explained === null ? false : setQuery({ explain: undefined })) })
  if (!report) return null
  const period = report.date.slice(0, 7)
  return (
    <section class="why" aria-label={t('bankWhy')}>
      <header class="row">
        <h2 class="grow">{t('bankWhy')}</h2>
        <button type="button" class="l s only-wide noprint" onClick={() => print()}>
          {t('bankPrint')}
        </button>
      </header>
      <table class="t" data-grid="why">
        <tbody>
          <tr>
            <td class="w">{t('diffLedger', { day: dayName(report.date) })}</td>
            <td class="n">
              <Figure amount={report.ledgerBalance} href={hrefOf(`/accounts/${account.accountNumber}`, { period })} />
            </td>
          </tr>
          {report.explained.map(({ kind, amount, count }) => (
            <Kind key={kind} report={report} kind={kind} amount={amount} count={count} isOpen={explained === kind} />
          ))}
          {report.unexplained !== null && cents(report.unexplained) !== 0n && (
            <tr>
              <td class="w neg">{t('diffUnexplained')}</td>
              <td class="n neg">{shown(report.unexplained)}</td>
            </tr>
          )}
          <tr class="tot">
            <td class="w">{t('bankSays', { day: dayName(report.date) })}</td>
            <td class="n">{report.bankBalance === null ? '–' : shown(report.bankBalance)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

type KindProps = Reconciliation['explained'][number] & { report: Reconciliation; isOpen: boolean }

function Kind({ report, kind, amount, count, isOpen }: KindProps) {
  const items = isOpen ? report.items.filter((one) => one.kind === kind) : []
  const placeOf = (number: number | undefined): string =>
    kind === 'inLedgerNotAtBank' ? hrefOf(`/entries/${number}`) : hrefWith({ line: String(number) })
  return (
    <>
      <tr class={isOpen ? 'on' : ''}>
        <td class="w">
          {t(wordOf(kind))}{' '}
          <span class="m3 s">{kind === 'beforeFirstStatement' ? '' : counted('diffOne', 'diffMany', count)}</span>
        </td>
        <td class="n">
          <Figure
            amount={amount}
            href={hrefWith({ explain: isOpen ? undefined : kind })}
            explain={kind}
            what={t(wordOf(kind))}
          />
        </td>
      </tr>
      {items.map((one) => (
        <tr key={`${one.kind} ${one.number}`} class="of">
          <td class="w m2">
            {dayName(one.date, true)} {one.text}
          </td>
          <td class="n">
            <Figure amount={one.amount} href={placeOf(one.number)} />
          </td>
        </tr>
      ))}
    </>
  )
}
