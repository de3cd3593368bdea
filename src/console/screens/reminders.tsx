import { useState } from 'preact/hooks'
import { useRead, useWhole } from '../reads.ts'
import type { Listed } from '../books.ts'
import { draftPaths } from '../drafts.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { useLast } from '../last.ts'
import { Faults } from '../parts/faults.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { today } from '../period.ts'
import { type DisputedItem, type Letter, reminderPaths, type SentLetter } from '../reminders.ts'
import { useWould } from '../reminding.ts'
import { go, hrefOf, route, setQuery } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { Disputed, SentPane, WouldPane } from './reminder-panes.tsx'
import { SendDialog, SetupDialog } from './reminder-dialogs.tsx'
import { SentRows, WouldRows } from './reminder-rows.tsx'

/** What the screen of reminders shows. */
interface Shown {
  /** The letters that would be sent today. */
  would: readonly Letter[]
  sent: readonly SentLetter[]
  names: ReadonlyMap<number, string>
  disputed: readonly DisputedItem[]
}

function useReminders() {
  const trial = useWould(today())
  const said = useLast(trial.data)
  const sent = useRead<SentLetter[]>(reminderPaths.sent)
  const numbers = [...new Set((sent.data ?? []).map(({ customerNumber }) => customerNumber))]
  const parties = useWhole<Listed<{ number: number; name: string }>>(
    numbers.length > 0 ? draftPaths.parties('customers', numbers) : undefined,
  )
  const disputed = useWhole<Listed<DisputedItem>>(reminderPaths.disputed)
  const waits =
    stateOf(sent, 14, 5) ?? stateOf(disputed, 14, 5) ?? (trial.isLoading && !said ? stateOf(trial, 14, 5) : undefined)
  const names = new Map((parties.data?.items ?? []).map(({ number, name }) => [number, name]))
  const shown: Shown = {
    would: said?.reminders ?? [],
    sent: sent.data ?? [],
    names,
    disputed: disputed.data?.items ?? [],
  }
  return { waits, shown, refusal: trial.refusal }
}

/** Who is reminded of what today, each letter before it is sent, and those that were. */
export function RemindersScreen({ number }: { number: number | undefined }) {
  const { waits, shown, refusal } = useReminders()
  const [left, leave] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<'send' | 'setup' | undefined>(undefined)
  const chosen = shown.would.filter(({ customerNumber }) => !left.has(customerNumber))
  const customer = Number(route.value.query.get('customer') ?? Number.NaN)
  const ask = (): unknown => (isReadOnly() || chosen.length === 0 ? false : setOpen('send'))
  useKeys({
    'Ctrl+Enter': ask,
    Escape: () => {
      if (number === undefined && Number.isNaN(customer)) return false
      return number === undefined ? setQuery({ customer: undefined }) : go(hrefOf('/reminders'))
    },
  })
  const turn = (one: number): void => {
    const next = new Set(left)
    if (!next.delete(one)) next.add(one)
    leave(next)
  }
  const isBeside = number !== undefined || !Number.isNaN(customer)
  return (
    <Page
      title={t('reminders')}
      isFlush
      sub={isReadOnly() ? undefined : counted('remindOne', 'remindMany', shown.would.length)}
      actions={
        <>
          <button type="button" class="btn only-wide" disabled={isReadOnly()} onClick={() => setOpen('setup')}>
            {t('remindSetup')}
          </button>
          <button type="button" class="btn pri" disabled={isReadOnly() || chosen.length === 0} onClick={ask}>
            {t('remind', { n: chosen.length })} <kbd>Ctrl ↵</kbd>
          </button>
        </>
      }
    >
      {waits ?? (
        <>
          {refusal && (
            <Faults messages={refusal.messages} isAlone>
              <button type="button" class="l" onClick={() => setOpen('setup')}>
                {t('remindSetup')}
              </button>
            </Faults>
          )}
          <div class="split cs" data-voucher={isBeside}>
            <section class="pane" aria-label={t('reminders')}>
              <Letters shown={shown} left={left} turn={turn} customer={customer} number={number} />
            </section>
            <Beside shown={shown} customer={customer} number={number} />
          </div>
        </>
      )}
      {open === 'send' && <SendDialog letters={chosen} close={() => setOpen(undefined)} />}
      {open === 'setup' && <SetupDialog close={() => setOpen(undefined)} />}
    </Page>
  )
}

interface LettersProps {
  shown: Shown
  left: ReadonlySet<number>
  turn: (customer: number) => void
  customer: number
  number: number | undefined
}

function Letters({ shown, left, turn, customer, number }: LettersProps) {
  const { would, sent, names } = shown
  if (would.length === 0 && sent.length === 0) {
    return (
      <Nothing
        title={t(isReadOnly() ? 'remindDemoTitle' : 'remindNobody')}
        text={t(isReadOnly() ? 'remindDemo' : 'remindNobodyText')}
      />
    )
  }
  return (
    <div class="scroll" tabIndex={-1}>
      <table class="t dense" data-grid="main">
        <thead>
          <tr>
            <th>{t('no')}</th>
            <th>{t('customer')}</th>
            <th class="n only-wide">{t('remindLevel')}</th>
            <th class="n only-wide">{t('remindFee')}</th>
            <th class="n only-wide w1360">{t('remindCompensation')}</th>
            <th class="n only-wide">{t('remindInterest')}</th>
            <th class="n">{t('remindAsks')}</th>
          </tr>
        </thead>
        <tbody>
          {would.length > 0 && <WouldRows letters={would} left={left} turn={turn} chosen={customer} />}
          {sent.length > 0 && <SentRows letters={sent} names={names} chosen={number} />}
        </tbody>
      </table>
    </div>
  )
}

function Beside({ shown, customer, number }: { shown: Shown; customer: number; number: number | undefined }) {
  const letter = shown.sent.find((one) => one.number === number)
  if (letter) return <SentPane letter={letter} name={shown.names.get(letter.customerNumber) ?? ''} key={number} />
  const one = shown.would.find(({ customerNumber }) => customerNumber === customer)
  if (one) return <WouldPane letter={one} key={customer} />
  return <Disputed items={shown.disputed} />
}
