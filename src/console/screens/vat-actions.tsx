import { useState } from 'preact/hooks'
import { useTrial } from '../reads.ts'
import { typedDay } from '../drafts.ts'
import { Dialog } from '../frame/dialog.tsx'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { PrintButton } from '../parts/report-buttons.tsx'
import { Skeleton } from '../parts/states.tsx'
import { dayName, today } from '../period.ts'
import { isReadOnly } from '../session.ts'
import type { SettledReturn } from '../today.ts'
import { type Return, vatPaths } from '../vat.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

interface ActionsProps {
  told: Return
  settled: SettledReturn | undefined
  isLast: boolean
}

/** What is done with a return: settled, marked as reported, or undone before that. */
export function VatActions({ told, settled, isLast }: ActionsProps) {
  const [open, setOpen] = useState<'settle' | 'report' | 'undo' | undefined>(undefined)
  const isReported = settled !== undefined && settled.reportedOn !== null
  const next = isReported ? undefined : settled ? 'report' : 'settle'
  const act = (): unknown => (isReadOnly() || !next ? false : setOpen(next))
  useKeys({ 'Ctrl+Enter': act })
  const close = (): void => setOpen(undefined)
  return (
    <>
      <PrintButton />
      {settled && !isReported && isLast && (
        <button type="button" class="btn only-wide" disabled={isReadOnly()} onClick={() => setOpen('undo')}>
          <Icon name="undo" /> {t('vatUndo')}
        </button>
      )}
      {next && (
        <button type="button" class="btn pri" disabled={isReadOnly()} onClick={act}>
          {t(next === 'report' ? 'vatReport' : 'vatSettle')} <kbd>Ctrl ↵</kbd>
        </button>
      )}
      {open === 'settle' && <Settle told={told} close={close} />}
      {open === 'report' && <Report told={told} close={close} />}
      {open === 'undo' && <Undo told={told} close={close} />}
    </>
  )
}

type StepProps = { told: Return; close: () => void }

/** Says what the voucher would be, and books it. */
function Settle({ told, close }: StepProps) {
  const trial = useTrial<Return>('POST', vatPaths.settled, { period: told.period }, JSON.stringify(told.boxes))
  const writing = useWriting()
  const settle = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (!trial.data) return
    if (await writing.send('POST', vatPaths.settled, { body: { period: told.period } })) close()
  }
  return (
    <Dialog title={t('vatSettleTitle', { period: told.period })} close={close}>
      <p class="m2">{t('vatSettleText', { day: dayName(told.to), zero: shown(0n) })}</p>
      {told.to >= today() && (
        <p class="s warn">
          <Icon name="warn" /> {t('vatEarly', { day: dayName(told.to) })}
        </p>
      )}
      <form class="up" onSubmit={(event) => void settle(event)}>
        {trial.isLoading && <Skeleton rows={4} columns={2} />}
        {trial.data && (
          <table class="t stl">
            <tbody>
              {trial.data.settlement.map(({ accountNumber, amount }) => (
                <tr key={accountNumber}>
                  <td class="id">{accountNumber}</td>
                  <td class="n">{shown(amount)}</td>
                </tr>
              ))}
              <tr class="tot">
                <td>
                  {t('vatPayable')}{' '}
                  <span class="m3 s thin">{t('vatRounding', { amount: shown(trial.data.rounding) })}</span>
                </td>
                <td class="n">{shown(trial.data.payable, true)}</td>
              </tr>
            </tbody>
          </table>
        )}
        <Faults messages={trial.refusal?.messages ?? writing.messages} />
        <button type="submit" class="btn pri" data-first disabled={writing.isSending || trial.refusal !== undefined}>
          {t('vatSettle')} <kbd>↵</kbd>
        </button>
      </form>
    </Dialog>
  )
}

/** Notes the day and the authority's reference. */
function Report({ told, close }: StepProps) {
  const [day, setDay] = useState(dayName(today()))
  const [reference, setReference] = useState('')
  const writing = useWriting()
  const report = async (event: Event): Promise<void> => {
    event.preventDefault()
    const body = { reportedOn: typedDay(day, today()), ...(reference.trim() === '' ? {} : { reference }) }
    if (await writing.send('PUT', vatPaths.reported(told.period), { body })) close()
  }
  return (
    <Dialog title={t('vatReport')} close={close}>
      <p class="m2">{t('vatReportText')}</p>
      <form class="row-b" onSubmit={(event) => void report(event)}>
        <label class="f">
          <span>{t('vatReportDay')}</span>
          <input class="in-t" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        </label>
        <label class="f">
          <span>{t('vatReference')}</span>
          <input
            class="in-t"
            data-first
            value={reference}
            onInput={(event) => setReference(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="btn pri" disabled={writing.isSending}>
          {t('vatReport')} <kbd>↵</kbd>
        </button>
      </form>
      <Faults messages={writing.messages} />
    </Dialog>
  )
}

function Undo({ told, close }: StepProps) {
  const writing = useWriting()
  const undo = async (): Promise<void> => {
    if (await writing.send('DELETE', vatPaths.one(told.period))) close()
  }
  return (
    <Dialog title={t('vatUndo')} close={close}>
      <p class="m2">{t('vatUndoText', { n: told.voucherNumber ?? 0 })}</p>
      <button type="button" class="btn pri" data-first disabled={writing.isSending} onClick={() => void undo()}>
        {t('vatUndo')} <kbd>↵</kbd>
      </button>
      <Faults messages={writing.messages} />
    </Dialog>
  )
}
