import { useRead, useTrial } from '../reads.ts'
import { type Account, type Filed, type Journal, type Listed, paths } from '../books.ts'
import { draftPaths, type Voucher } from '../drafts.ts'
import type { Posting } from '../invoices.ts'
import { sumOf } from '../money.ts'
import { Figure } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pdf } from '../parts/pdf.tsx'
import { Nothing } from '../parts/states.tsx'
import { hrefOf } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { yearNameOf } from '../years.ts'

interface SideProps {
  journal: Journal
  voucher: Voucher | undefined
  chart: readonly Account[]
}

/** Beside the journal: what the chosen voucher will book, and its document. */
export function JournalSide({
  journal,
  voucher,
  chart,
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
      </div>
      <div class="scroll vou" tabIndex={-1}>
        <WillBook journal={journal} voucher={voucher} chart={chart} />
        <Document voucher={voucher} journal={journal} />
      </div>
    </section>
  )
}

function WillBook({ journal, voucher, chart }: SideProps & { voucher: Voucher }) {
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
            {t('willBookNot')} {trial.refusal.faults.map(({ message }) => message).join(' ')}
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
    </div>
  )
}

function Document({ voucher, journal }: { voucher: Voucher; journal: Journal }) {
  const filed = useRead<Listed<Filed>>(paths.documents(voucher.number))
  if (!filed.data) return null
  const year = yearNameOf(voucher.lines[0]!.date)
  const own = filed.data.items.find((one) => one.accountingYear === year && one.journalNumber === journal.number)
  if (!own) return <p class="m3 s nodoc">{t('noDocument')}</p>
  return <Pdf path={paths.documentPdf(own.number)} title={t('documentOf', { voucher: voucher.number })} />
}
