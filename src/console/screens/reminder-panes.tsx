import { useState } from 'preact/hooks'
import { Dialog } from '../frame/dialog.tsx'
import { cents } from '../money.ts'
import { Faults } from '../parts/faults.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pdf } from '../parts/pdf.tsx'
import { download } from '../parts/report-buttons.tsx'
import { Nothing } from '../parts/states.tsx'
import { dayName } from '../period.ts'
import { type DisputedItem, type Letter, reminderPaths, type SentLetter } from '../reminders.ts'
import { hrefOf, voucherHref } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

/** A letter before it is sent: what it reminds of, and what it charges. */
export function WouldPane({ letter }: { letter: Letter }) {
  const [disputed, dispute] = useState<number | undefined>(undefined)
  const { customerNumber, name, currency, items } = letter
  const href = hrefOf(`/customers/${customerNumber}`)
  return (
    <section class="pane one" aria-label={name}>
      <div class="ph">
        <h2 class="tr">
          <a href={href}>
            {customerNumber} {name}
          </a>
        </h2>
      </div>
      <div class="scroll" tabIndex={-1}>
        <div class="pad">
          <div class="s m3">{t('remindAsksLong', { level: letter.level })}</div>
          <span class="figure">
            {currency !== baseCurrency() && <small>{currency} </small>}
            <Figure amount={letter.amount} href={href} />
          </span>
        </div>
        <table class="t dense drl" data-grid="items">
          <thead>
            <tr>
              <th>{t('dueHead')}</th>
              <th>{t('invoice')}</th>
              <th class="n">{t('remindDays')}</th>
              <th class="n">{t('remindInterest')}</th>
              <th class="n">{t('openHead')}</th>
              <th>
                <span class="hide">{t('remindDispute')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Reminded item={item} dispute={() => dispute(item.entryNumber)} key={item.entryNumber} />
            ))}
            <Charge word={t('remindFee')} amount={letter.fee} />
            <Charge word={t('remindCompensation')} amount={letter.compensation} />
            <Charge word={t('remindInterest')} amount={letter.interest} />
            <tr class="tot">
              <td class="w" colSpan={4}>
                {t('remindAsks')}
              </td>
              <td class="n">{shown(letter.amount)}</td>
              <td />
            </tr>
          </tbody>
        </table>
        <p class="pad s m3">{t('remindLess')}</p>
      </div>
      {disputed !== undefined && <DisputeDialog entry={disputed} close={() => dispute(undefined)} />}
    </section>
  )
}

function Reminded({ item, dispute }: { item: Letter['items'][number]; dispute: () => void }) {
  const href = hrefOf(`/entries/${item.entryNumber}`)
  return (
    <tr data-item={item.entryNumber}>
      <td class="id">{dayName(item.dueDate)}</td>
      <td class="id w">
        <a href={href}>{item.invoiceNumber ?? item.entryNumber}</a>
      </td>
      <td class="n m2">{item.days}</td>
      <td class="n">{shown(item.interest)}</td>
      <td class="n">
        <Figure amount={item.remainder} href={href} column="o" />
      </td>
      <td class="n">
        <button type="button" class="l s" data-stop="x" onClick={dispute}>
          {t('remindDispute')}
        </button>
      </td>
    </tr>
  )
}

const Charge = ({ word, amount }: { word: string; amount: Letter['fee'] }) =>
  cents(amount) === 0n ? null : (
    <tr>
      <td colSpan={4}>{word}</td>
      <td class="n">{shown(amount)}</td>
      <td />
    </tr>
  )

function DisputeDialog({ entry, close }: { entry: number; close: () => void }) {
  const [reason, setReason] = useState('')
  const writing = useWriting()
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const body = reason.trim() === '' ? {} : { reason: reason.trim() }
    if (await writing.send('PUT', reminderPaths.dispute(entry), { body })) close()
  }
  return (
    <Dialog title={t('remindDisputeTitle')} close={close}>
      <p class="m2">{t('remindDisputeText')}</p>
      <form class="row-b" onSubmit={(event) => void submit(event)}>
        <label class="f grow">
          <span>{t('remindReason')}</span>
          <input
            class="in-t"
            name="reason"
            data-first
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="btn pri" disabled={writing.isSending}>
          {t('remindDispute')} <kbd>↵</kbd>
        </button>
      </form>
      <Faults messages={writing.messages} />
    </Dialog>
  )
}

/** A letter that was sent, as the customer has it. */
export function SentPane({ letter, name }: { letter: SentLetter; name: string }) {
  const path = reminderPaths.pdf(letter.number)
  return (
    <section class="pane" aria-label={t('remindLetter', { n: letter.number })}>
      <div class="ph">
        <h2 class="tr">{t('remindLetter', { n: letter.number })}</h2>
        <span class="grow" />
        <button type="button" class="btn" onClick={() => void download(path, `reminder-${letter.number}.pdf`)}>
          <Icon name="download" /> PDF
        </button>
      </div>
      <div class="scroll vou" tabIndex={-1}>
        <dl class="kv s">
          <dt>{t('customer')}</dt>
          <dd>
            <a class="l" href={hrefOf(`/customers/${letter.customerNumber}`)}>
              {letter.customerNumber} {name}
            </a>
          </dd>
          <dt>{t('remindPayBy')}</dt>
          <dd>{dayName(letter.dueDate)}</dd>
          {letter.voucherNumber !== null && (
            <>
              <dt>{t('voucher')}</dt>
              <dd>
                <a class="l" href={voucherHref(null, letter.accountingYear ?? letter.date, letter.voucherNumber)}>
                  {letter.voucherNumber}
                </a>
              </dd>
            </>
          )}
        </dl>
        <Pdf path={path} title={t('asCustomer')} />
      </div>
    </section>
  )
}

/** What customers dispute, so that nobody is reminded of it. */
export function Disputed({ items }: { items: readonly DisputedItem[] }) {
  const writing = useWriting()
  return (
    <section class="pane only-wide" aria-label={t('remindDisputed')}>
      {items.length === 0 ? (
        <Nothing title={t('remindPick')} />
      ) : (
        <>
          <div class="ph">
            <h2>{t('remindDisputed')}</h2>
          </div>
          <div class="scroll" tabIndex={-1}>
            <table class="t dense drl" data-grid="disputed">
              <tbody>
                {items.map(({ entryNumber, reason, disputedAt }) => (
                  <tr key={entryNumber}>
                    <td class="id">{dayName(disputedAt)}</td>
                    <td class="w">
                      <a href={hrefOf(`/entries/${entryNumber}`)}>{reason ?? entryNumber}</a>
                    </td>
                    <td class="n">
                      <button
                        type="button"
                        class="l"
                        disabled={isReadOnly() || writing.isSending}
                        onClick={() => void writing.send('DELETE', reminderPaths.dispute(entryNumber))}
                      >
                        {t('remindNoLonger')}
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Faults messages={writing.messages} isAlone />
          </div>
        </>
      )}
    </section>
  )
}
