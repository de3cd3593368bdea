import { useState } from 'preact/hooks'
import { useTrial } from '../reads.ts'
import { typedDay } from '../drafts.ts'
import { Dialog } from '../frame/dialog.tsx'
import { decimalShown } from '../money.ts'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { Skeleton } from '../parts/states.tsx'
import { dayName, today } from '../period.ts'
import { useRested } from '../rested.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { type Revaluation, yearPaths } from '../year-end.ts'

type Item = Revaluation['items'][number]

const ofWhom = (one: Item): string =>
  [one.customerNumber ?? one.supplierNumber, one.customerInvoiceNumber ?? one.supplierInvoiceNumber]
    .filter((part) => part !== null)
    .join(' · ')

/** Says what other currencies are worth at the end of a day, and books the difference. */
export function RevalueDialog({ day, close }: { day: string; close: () => void }) {
  const [typed, setTyped] = useState(dayName(day))
  const date = useRested(typedDay(typed, today()), 300)
  const trial = useTrial<Revaluation>('POST', yearPaths.revaluations, { date }, '')
  const writing = useWriting()
  const items = trial.data?.items ?? []
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (items.length > 0 && (await writing.send('POST', yearPaths.revaluations, { body: { date } }))) close()
  }
  return (
    <Dialog title={t('yeRevalueTitle')} close={close}>
      <p class="m2">{t('yeRevalueText')}</p>
      <form class="rf" onSubmit={(event) => void submit(event)}>
        <label class="f">
          <span>{t('yeRevalueDay')}</span>
          <input class="in-t" data-first value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        {trial.isLoading && <Skeleton rows={4} columns={4} />}
        {trial.data && (items.length === 0 ? <p class="m2">{t('yeRateFine')}</p> : <Worths told={trial.data} />)}
        <Faults messages={trial.refusal?.messages ?? writing.messages} />
        <div class="row">
          <button type="submit" class="btn pri" disabled={items.length === 0 || writing.isSending}>
            {t('yeRevalue')} <kbd>↵</kbd>
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const Worths = ({ told }: { told: Revaluation }) => (
  <div class="wide-t">
    <table class="t dense drl">
      <thead>
        <tr>
          <th>{t('account')}</th>
          <th class="only-wide">{t('yeRevalueItem')}</th>
          <th class="n">{t('inCurrency')}</th>
          <th class="n only-wide">{t('yeRate')}</th>
          <th class="n only-wide">{t('yeBookedAt')}</th>
          <th class="n only-wide">{t('yeWorth')}</th>
          <th class="n">{t('difference')}</th>
        </tr>
      </thead>
      <tbody>
        {told.items.map((one) => (
          <tr key={`${one.accountNumber} ${one.currency} ${ofWhom(one)}`}>
            <td class="id">{one.accountNumber}</td>
            <td class="id only-wide">{ofWhom(one)}</td>
            <td class="n">
              <span class="m3">{one.currency}</span> {shown(one.amount)}
            </td>
            <td class="n m2 only-wide">{decimalShown(one.rate, format.value, 4)}</td>
            <td class="n m2 only-wide">{shown(one.bookedAmount)}</td>
            <td class="n m2 only-wide">{shown(one.amountInBaseCurrency)}</td>
            <td class="n">{shown(one.difference)}</td>
          </tr>
        ))}
        <tr class="tot">
          <td class="w" colSpan={2}>
            {t('yeGain')}
          </td>
          <td class="only-wide" colSpan={4} />
          <td class="n">{shown(told.gain)}</td>
        </tr>
      </tbody>
    </table>
  </div>
)
