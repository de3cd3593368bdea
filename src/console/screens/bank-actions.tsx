import { useState } from 'preact/hooks'
import { type Bank, type BankLine, bankPaths, type Match, certaintyOf } from '../bank.ts'
import { useKeys } from '../keys.ts'
import { Icon } from '../parts/icon.tsx'
import { dayName } from '../period.ts'
import { fromHere, route, setQuery } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { useWriting, type Writing } from '../writing.ts'
import { BankUpload } from './bank-upload.tsx'
import { LockDialog } from './bank-lock.tsx'

/** What is done with lines. */
export interface Acts extends Writing {
  told: string
  match: (matches: readonly Match[], lines: readonly number[]) => Promise<void>
  undo: (line?: BankLine) => Promise<void>
  sure: readonly Match[]
}

/** Puts the focus on a line of the list. */
export const focusLine = (number: number | undefined): void =>
  document.querySelector<HTMLElement>(`[data-line="${number}"] [data-stop]`)?.focus()

/** Matches of one request. */
const AT_ONCE = 500

/** Matching and undoing; the last act is undone without being chosen. */
export function useActs(bank: Bank): Acts {
  const writing = useWriting()
  const [told, tell] = useState('')
  const [last, setLast] = useState<readonly number[]>([])
  const sure = bank.open.flatMap(({ number }) => {
    const own = bank.suggestions.get(number) ?? []
    return certaintyOf(own) === 'sure' ? [own[0]!.match] : []
  })
  const match = async (matches: readonly Match[], lines: readonly number[]): Promise<void> => {
    if (isReadOnly() || matches.length === 0 || writing.isSending) return
    const rest = bank.open.filter(({ number }) => !lines.includes(number))
    const at = bank.open.findIndex(({ number }) => lines.includes(number))
    const next = rest[Math.min(at, rest.length - 1)]?.number
    const goOn = fromHere()
    const made: number[] = []
    for (let from = 0; from < matches.length; from += AT_ONCE) {
      const body = { matches: matches.slice(from, from + AT_ONCE) }
      const done = await writing.send<{ matches: { number: number }[] }>('POST', bankPaths.match, { body })
      if (!done) break
      made.push(...done.answer.matches.map(({ number }) => number))
    }
    if (made.length === 0) return
    setLast(made)
    tell(counted('bankMatchedOne', 'bankMatchedMany', made.length))
    goOn(() => {
      setQuery({ line: next === undefined ? undefined : String(next) })
      focusLine(next)
    })
  }
  const undo = async (line?: BankLine): Promise<void> => {
    const numbers = line ? [line.matchNumber ?? []].flat() : last
    if (isReadOnly() || numbers.length === 0 || writing.isSending) return
    for (const number of numbers) if (!(await writing.send('DELETE', bankPaths.undo(number)))) return
    setLast([])
    tell(t('bankUndone'))
  }
  return { ...writing, told, match, undo, sure }
}

/** The buttons in the head: which statement, read a file, lock, and accept all that is sure. */
export function BankActions({ bank, acts }: { bank: Bank; acts: Acts }) {
  const [open, setOpen] = useState<'upload' | 'lock' | undefined>(undefined)
  const show = (what: 'upload' | 'lock') => (): unknown => (isReadOnly() ? false : setOpen(what))
  const accept = (): unknown =>
    acts.match(
      acts.sure,
      acts.sure.flatMap(({ bankLines }) => bankLines),
    )
  useKeys({ 'Shift+Enter': accept, n: show('upload'), l: show('lock') })
  return (
    <>
      {bank.statement && (
        <select
          class="chip only-wide"
          aria-label={t('bankStatement')}
          value={bank.statement.to}
          onChange={(event) => setQuery({ to: event.currentTarget.value, line: undefined })}
        >
          {bank.statements.map((one) => (
            <option value={one.to} key={one.number}>
              {t('bankStatementTo', { day: dayName(one.to) })}
            </option>
          ))}
        </select>
      )}
      <button type="button" class="btn only-wide" disabled={isReadOnly()} onClick={show('upload')}>
        {t('bankImport')} <kbd class="w1360">N</kbd>
      </button>
      <button type="button" class="btn only-wide" disabled={isReadOnly()} onClick={show('lock')}>
        <Icon name="lock" /> {t('bankLock')} <kbd class="w1360">L</kbd>
      </button>
      <button
        type="button"
        class="btn pri"
        disabled={isReadOnly() || acts.sure.length === 0 || acts.isSending}
        onClick={accept}
      >
        {counted('bankAcceptOne', 'bankAcceptMany', acts.sure.length)} <kbd>Shift ↵</kbd>
      </button>
      {open === 'upload' && <BankUpload bank={bank} close={() => setOpen(undefined)} />}
      {open === 'lock' && <LockDialog bank={bank} close={() => setOpen(undefined)} />}
    </>
  )
}

/** The line that is chosen, as the address has it. */
export const chosenLine = (bank: Bank): BankLine | undefined => {
  const number = Number(route.value.query.get('line') ?? Number.NaN)
  return [...bank.open, ...bank.done].find((one) => one.number === number)
}
