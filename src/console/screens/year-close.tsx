import { useState } from 'preact/hooks'
import { Dialog } from '../frame/dialog.tsx'
import { Faults } from '../parts/faults.tsx'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { yearPaths } from '../year-end.ts'

/** Closes a year for good: whoever does has typed which. */
export function CloseDialog({ year, close }: { year: string; close: () => void }) {
  const [typed, setTyped] = useState('')
  const writing = useWriting()
  const isMeant = typed.trim() === year
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isMeant && (await writing.send('POST', yearPaths.close(year)))) close()
  }
  return (
    <Dialog title={t('yeClose', { year })} close={close}>
      <p class="m2">{t('yeCloseText', { year })}</p>
      <form class="row-b" onSubmit={(event) => void submit(event)}>
        <label class="f">
          <span>{t('yeCloseType', { year })}</span>
          <input
            class="in-t"
            name="year"
            data-first
            autocomplete="off"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="btn pri" disabled={!isMeant || writing.isSending}>
          {t('yeClose', { year })} <kbd>↵</kbd>
        </button>
      </form>
      <Faults messages={writing.messages} />
    </Dialog>
  )
}
