import { useState } from 'preact/hooks'
import { useRead } from '../reads.ts'
import { amountOrText, numberOrText, typedDay } from '../drafts.ts'
import { Dialog } from '../frame/dialog.tsx'
import { propertyOf } from '../invoices.ts'
import { decimalShown, typedDecimal } from '../money.ts'
import { Faults } from '../parts/faults.tsx'
import { Field } from '../parts/field.tsx'
import { shown } from '../parts/figure.tsx'
import { Skeleton } from '../parts/states.tsx'
import { dayName, today } from '../period.ts'
import { type Letter, ratesOf, ratesTyped, reminderPaths, type ReminderSetup } from '../reminders.ts'
import { format } from '../settings.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'

/** Sends letters: what they charge is booked at once. */
export function SendDialog({ letters, close }: { letters: readonly Letter[]; close: () => void }) {
  const writing = useWriting()
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const body = { date: today(), customers: letters.map(({ customerNumber }) => customerNumber) }
    if (await writing.send('POST', reminderPaths.remind, { body })) close()
  }
  return (
    <Dialog title={counted('remindSendOne', 'remindSendMany', letters.length)} close={close}>
      <p class="m2">{t('remindSendText', { day: dayName(today()) })}</p>
      <form onSubmit={(event) => void submit(event)}>
        <button type="submit" class="btn pri" data-first disabled={writing.isSending}>
          {t('remind', { n: letters.length })} <kbd>↵</kbd>
        </button>
      </form>
      <Faults messages={writing.messages} />
    </Dialog>
  )
}

const EMPTY: ReminderSetup = {
  levels: 3,
  daysBetween: 10,
  fee: '100.00',
  compensation: '310.00',
  feeAccountNumber: null,
  interestAccountNumber: null,
  rates: [],
  texts: [],
}

const FIELDS = [
  ['levels', 'setupLevels'],
  ['daysBetween', 'setupDays'],
  ['fee', 'remindFee'],
  ['compensation', 'remindCompensation'],
  ['feeAccountNumber', 'setupFeeAccount'],
  ['interestAccountNumber', 'setupInterestAccount'],
] as const

type Typed = Readonly<Record<(typeof FIELDS)[number][0] | 'rates', string>>

const typedOf = (setup: ReminderSetup): Typed => ({
  levels: String(setup.levels),
  daysBetween: String(setup.daysBetween),
  fee: shown(setup.fee),
  compensation: shown(setup.compensation),
  feeAccountNumber: String(setup.feeAccountNumber ?? ''),
  interestAccountNumber: String(setup.interestAccountNumber ?? ''),
  rates: ratesTyped(setup.rates, dayName, (rate) => decimalShown(rate, format.value)),
})

/** How customers are reminded: how often, what it costs, and the rates of interest. Texts stay as they are. */
export function SetupDialog({ close }: { close: () => void }) {
  const read = useRead<ReminderSetup>(reminderPaths.setup)
  const setup = read.data ?? (read.refusal?.status === 404 ? EMPTY : undefined)
  return (
    <Dialog title={t('remindSetup')} close={close}>
      {setup ? <Setup setup={setup} close={close} /> : <Skeleton rows={5} columns={2} />}
    </Dialog>
  )
}

function Setup({ setup, close }: { setup: ReminderSetup; close: () => void }) {
  const [typed, setTyped] = useState<Typed>(() => typedOf(setup))
  const writing = useWriting()
  const of = (name: string): string[] =>
    writing.faults
      .filter(({ property = '' }) => (name === 'rates' ? property.startsWith('rates') : propertyOf(property) === name))
      .map(({ message }) => message)
  const known = [...FIELDS.map(([name]) => name), 'rates', 'from', 'rate']
  const rest = writing.faults.filter(({ property }) => !known.includes(propertyOf(property) as 'rates'))
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const body = {
      levels: numberOrText(typed.levels),
      daysBetween: numberOrText(typed.daysBetween),
      fee: amountOrText(typed.fee, format.value),
      compensation: amountOrText(typed.compensation, format.value),
      feeAccountNumber: numberOrText(typed.feeAccountNumber),
      interestAccountNumber: numberOrText(typed.interestAccountNumber),
      rates: ratesOf(
        typed.rates,
        (day) => typedDay(day, today()),
        (rate) => typedDecimal(rate, format.value),
      ),
      texts: setup.texts,
    }
    if (await writing.send('PUT', reminderPaths.setup, { body })) close()
  }
  const set = (name: keyof Typed) => (value: string) => setTyped({ ...typed, [name]: value })
  return (
    <form class="rf" noValidate onSubmit={(event) => void submit(event)}>
      <div class="rfs">
        {FIELDS.map(([name, word]) => (
          <Field key={name} name={name} label={t(word)} value={typed[name]} faults={of(name)} type={set(name)} />
        ))}
      </div>
      <Field
        name="rates"
        label={t('setupRates')}
        isTall
        value={typed.rates}
        faults={of('rates')}
        hint={t('setupRatesHint')}
        type={set('rates')}
      />
      <Faults messages={rest.map(({ message }) => message)} />
      <div class="row">
        <button type="submit" class="btn pri" disabled={writing.isSending}>
          {t('save')} <kbd>↵</kbd>
        </button>
      </div>
    </form>
  )
}
