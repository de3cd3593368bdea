import { useKeys } from '../keys.ts'
import { type Amount, cents } from '../money.ts'
import { route, setQuery } from '../route.ts'
import { counted, t } from '../words.ts'

/** Whether a report shows accounts without a figure, as the address says. */
export const isAllShown = (): boolean => route.value.query.get('all') === '1'

const turn = (): void => setQuery({ all: isAllShown() ? undefined : '1' })

/** Z shows accounts without a figure, or hides them. */
export const useEmptyAccountsKey = (): void => useKeys({ z: turn })

interface NoteProps {
  hidden: number
  provisional: readonly { accountNumber: number; amount: Amount }[] | undefined
}

/** Beside the total of a report: how many accounts are hidden, and which account has results provisionally. */
export function EmptyAccountsNote({ hidden, provisional = [] }: NoteProps) {
  const isAll = isAllShown()
  const on = provisional.find(({ amount }) => cents(amount) !== 0n)
  return (
    <span class="m3 thin noprint">
      {isAll ? ' · ' : ` · ${counted('hiddenOne', 'hiddenMany', hidden)} · `}
      <button type="button" class="l only-wide" onClick={turn}>
        <kbd>Z</kbd> {t(isAll ? 'hiddenHide' : 'hiddenShow')}
      </button>
      {on && ` · ${t('provisional', { account: on.accountNumber })}`}
    </span>
  )
}
