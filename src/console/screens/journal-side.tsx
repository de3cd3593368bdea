import { useAccountYear } from '../account-year.ts'
import { useTrial } from '../reads.ts'
import { type Account, type Journal, paths } from '../books.ts'
import { draftPaths, type Voucher } from '../drafts.ts'
import type { Papers } from '../filed.ts'
import type { Posting } from '../invoices.ts'
import { cents, sumOf } from '../money.ts'
import { Attach } from '../parts/attach.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pdf } from '../parts/pdf.tsx'
import { Nothing } from '../parts/states.tsx'
import type { Fault } from '../refusal.ts'
import { hrefOf } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { periodOfYear } from '../years.ts'

interface SideProps {
  journal: Journal
  voucher: Voucher | undefined
  chart: readonly Account[]
  papers: Papers
}

/** Beside the journal: what the chosen voucher will book, and its document. */
export function JournalSide({
  journal,
  voucher,
  chart,
  papers,
}: Omit<SideProps, 'journal'> & { journal: Journal | undefined }) {
  if (!voucher || !journal) {
    return (
      <section class="pane only-wide" aria-label={t('willBook')}>
        {journal && <Nothing title={t('pickLine')} />}
      </section>
    )
  }
  return (
    <section class="pane only-wide" aria-label={`${t('voucher')} ${voucher.number}`}>
      <div class="ph">
        <h2>
          {t('voucher')} {voucher.number}
        </h2>
        <span class="grow" />
        {papers?.has(voucher.number) && (
          <span class="s m2">{counted('pageOne', 'pageMany', papers.get(voucher.number)!.pageCount)}</span>
        )}
      </div>
      <div class="scroll vou" tabIndex={-1}>
        <Document voucher={voucher} journal={journal} papers={papers} />
        <WillBook journal={journal} voucher={voucher} chart={chart} />
      </div>
    </section>
  )
}

/** A fault of booking, in the words of the reader where it is a difference. */
const saidOf = ({ message, voucher }: Fault): string =>
  voucher?.difference === undefined ? message : t('offBy', { amount: shown(voucher.difference) })

function WillBook({ journal, voucher, chart }: Omit<SideProps, 'papers'> & { voucher: Voucher }) {
  const entryNumbers = voucher.lines.map(({ entryNumber }) => entryNumber)
  const versions = voucher.lines.map(({ objectVersion }) => objectVersion).join()
  const asked = isReadOnly() ? undefined : { entryNumbers }
  const trial = useTrial<{ postings?: Posting[] }>('POST', draftPaths.book(journal.number), asked, versions)
  const names = new Map(chart.map(({ number, name }) => [number, name]))
  if (isReadOnly()) return <p class="s m3 pad">{t('demoTrial')}</p>
  const postings = trial.data?.postings ?? []
  return (
    <div class="wb" key={versions} aria-live="polite">
      <h3>{t('willBook')}</h3>
      {trial.refusal && (
        <p class="fault">
          <Icon name="warn" />
          <span>
            {t('willBookNot')} {trial.refusal.faults.map(saidOf).join(' ')}
          </span>
        </p>
      )}
      {postings.length > 0 && (
        <table class="t dense">
          <tbody>
            {postings.map((one) => (
              <tr key={`${one.accountNumber} ${one.currency}`}>
                <td class="id">{one.accountNumber}</td>
                <td class="w">{names.get(one.accountNumber)}</td>
                <td class="n">
                  <Figure
                    amount={one.amountInBaseCurrency}
                    href={hrefOf(`/accounts/${one.accountNumber}`, { period: voucher.lines[0]!.date.slice(0, 7) })}
                  />
                </td>
              </tr>
            ))}
            <tr class="tot">
              <td />
              <td>{t('balance')}</td>
              <td class="n">
                <Figure
                  amount={sumOf(postings.map((one) => one.amountInBaseCurrency))}
                  href={hrefOf(`/journals/${journal.number}`, { v: String(voucher.number) })}
                />
              </td>
            </tr>
          </tbody>
        </table>
      )}
      <ThisYear voucher={voucher} postings={postings} chart={chart} />
    </div>
  )
}

function Document({ voucher, journal, papers }: { voucher: Voucher; journal: Journal; papers: Papers }) {
  if (!papers) return null
  const own = papers.get(voucher.number)
  if (own) return <Pdf path={paths.documentPdf(own.number)} title={t('documentOf', { voucher: voucher.number })} />
  return (
    <div class="nodoc row">
      <span class="m3 s grow">{t('noDocument')}</span>
      <Attach journal={journal} voucher={voucher} look="btn" />
    </div>
  )
}

/** What the first account of the result that the voucher posts to came to this year, beside its budget. */
function ThisYear({
  voucher,
  postings,
  chart,
}: {
  voucher: Voucher
  postings: readonly Posting[]
  chart: readonly Account[]
}) {
  const own = new Map(chart.map((one) => [one.number, one]))
  const account = postings.map((one) => own.get(one.accountNumber)).find((one) => one?.type === 1)
  const said = useAccountYear(account?.number, voucher.lines[0]!.date)
  if (!account || !said) return null
  const { line, year } = said
  return (
    <p class="s m2 yr">
      {t('accountThisYear', { account: account.number })}{' '}
      <Figure amount={line.actual} href={hrefOf(`/accounts/${account.number}`, { period: periodOfYear(year) })} />
      {cents(line.budget) !== 0n && `, ${t('accountBudget', { amount: shown(line.budget) })}`}
    </p>
  )
}
