import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useWriting } from '../writing.ts'
import { Faults } from './faults.tsx'

interface ReasonFormProps {
  /** Where the reason is sent. */
  path: string
  label: string
  word: string
  classes?: string
  /** The buttons beside. */
  children: ComponentChildren
}

/** Asks why, and sends it. */
export function ReasonForm({ path, label, word, classes = '', children }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const writing = useWriting()
  const submit = (event: Event): void => {
    event.preventDefault()
    void writing.send('POST', path, { body: { reason } })
  }
  return (
    <form class={classes} onSubmit={submit}>
      <label class="f">
        <span class="s m2">{label}</span>
        <input class="in-t" value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <Faults messages={writing.messages} />
      <div class="row bts">
        <button type="submit" class="btn pri" disabled={reason.trim() === '' || writing.isSending}>
          {word} <kbd>↵</kbd>
        </button>
        {children}
      </div>
    </form>
  )
}
