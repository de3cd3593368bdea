import { useState } from 'preact/hooks'
import { useWhole } from '../reads.ts'
import { type Bank, bankPaths, type ReconciledDay } from '../bank.ts'
import type { Listed } from '../books.ts'
import { typedDay } from '../drafts.ts'
import { Dialog } from '../frame/dialog.tsx'
import { Faults } from '../parts/faults.tsx'
import { dayName, today } from '../period.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'

/** Locks the account up to a day whose lines all have their place, or takes the last lock back. */
export function LockDialog({ bank, close }: { bank: Bank; close: () => void }) {
  const { account, report, open } = bank
  const [day, setDay] = useState(dayName(report?.date ?? today()))
  const locks = useWhole<Listed<ReconciledDay>>(bankPaths.locks(account.number)).data?.items ?? []
  const last = locks.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0]
  const writing = useWriting()
  const date = typedDay(day, today())
  const waiting = open.filter((line) => line.date.slice(0, 10) <= date).length
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (waiting > 0) return
    const body = { bankAccountNumber: account.number, date }
    if (await writing.send('POST', bankPaths.lock, { body })) close()
  }
  return (
    <Dialog title={t('bankLockTitle', { account: `${account.accountNumber} ${account.name}` })} close={close}>
      <p class="m2">{t('bankLockText')}</p>
      {last && (
        <p class="row">
          <span>{t('bankLocked', { day: dayName(last.date) })}</span>
          <button
            type="button"
            class="l"
            onClick={() => void writing.send('DELETE', `${bankPaths.lock}/${last.number}`)}
          >
            {t('bankUnlock')}
          </button>
        </p>
      )}
      <form class="row-b" onSubmit={(event) => void submit(event)}>
        <label class="f">
          <span>{t('bankLockDay')}</span>
          <input class="in-t" data-first value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        </label>
        <button type="submit" class="btn pri" disabled={waiting > 0 || writing.isSending}>
          {t('bankLock')} <kbd>↵</kbd>
        </button>
      </form>
      {waiting > 0 && <Faults messages={[counted('bankLockWaitOne', 'bankLockWaitMany', waiting)]} />}
      <Faults messages={writing.messages} />
    </Dialog>
  )
}
