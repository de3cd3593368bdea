import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { type Fault, Refusal } from '../refusal.ts'
import { type BookedEntry, PATHS } from '../books.ts'
import { typedDay } from '../drafts.ts'
import { Dialog } from '../frame/dialog.tsx'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { dayName, today } from '../period.ts'
import { fromHere, go, voucherHref } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'

/**
 * Reverses a voucher: the books are never changed, but added to. A voucher of no journal is an invoice, and is
 * credited.
 */
export function Reverse({ first, year }: { first: BookedEntry; year: string }) {
  const [isOpen, setOpen] = useState(false)
  if (first.journalNumber === null || isReadOnly()) return null
  return (
    <>
      <button type="button" class="btn" onClick={() => setOpen(true)}>
        <Icon name="undo" />
        {t('reverse')}
      </button>
      {isOpen && <Ask first={first} year={year} close={() => setOpen(false)} />}
    </>
  )
}

function Ask({ first, year, close }: { first: BookedEntry; year: string; close: () => void }) {
  const [date, setDate] = useState(dayName(today()))
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const reverse = async (): Promise<void> => {
    const path = `${PATHS.daybook}/vouchers/${first.journalNumber}/${year}/${first.voucherNumber}/reverse`
    const body = { date: typedDay(date, today()) }
    const goOn = fromHere()
    try {
      const made = await api.write<{ journalNumber: number; accountingYear: string; voucherNumber: number }>(
        'POST',
        path,
        {
          body,
          key: crypto.randomUUID(),
        },
      )
      close()
      goOn(() => go(voucherHref(made.journalNumber, made.accountingYear, made.voucherNumber)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setFaults(error.told)
    }
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    void reverse()
  }
  return (
    <Dialog title={t('reverseTitle', { voucher: first.voucherNumber })} close={close}>
      <p class="m2">{t('reverseText')}</p>
      <form class="row-b" onSubmit={submit}>
        <label class="f">
          <span>{t('reverseOn')}</span>
          <input
            class={faults.length > 0 ? 'in-t bad' : 'in-t'}
            value={date}
            onInput={(event) => setDate(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="btn pri">
          {t('reverse')} <kbd>↵</kbd>
        </button>
      </form>
      <Faults messages={faults.map(({ message }) => message)} />
    </Dialog>
  )
}
