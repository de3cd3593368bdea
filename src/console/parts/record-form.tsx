import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { type Fault, type Refusal, whenRefused } from '../refusal.ts'
import { propertyOf } from '../invoices.ts'
import { forget, keep, kept } from '../kept.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { Conflict } from './conflict.tsx'
import { Faults } from './faults.tsx'
import { Choice, Field } from './field.tsx'

/** A field of a record, as it is typed. */
export interface RecordField {
  name: string
  label: string
  isOptional?: boolean
  hint?: ComponentChildren
  /** One of these, where not anything. */
  of?: readonly (readonly [string, string])[]
}

type Values = Readonly<Record<string, string>>

interface RecordFormProps {
  /** Under which what is typed is kept until it is saved. */
  name: string
  fields: readonly RecordField[]
  values: Values
  /** The version that these values are of; undefined for a new record. */
  version?: string
  /** Sends what is typed. */
  send: (typed: Values, version: string | undefined) => Promise<unknown>
  /** The resource that the trail has it as: where somebody else changed it, who that was is said. */
  resource?: string
  /** What the service has now, after somebody else changed it. */
  read?: () => Promise<{ values: Values; version: string }>
  done: (answer: unknown) => void
  word?: string
  isFirst?: boolean
}

/** What is typed of a record and not saved, and over which version. */
interface Typing {
  version?: string | undefined
  changed: Values
}

function useRecord({ name, values, version, send, read, done }: RecordFormProps) {
  const [typing, setTyping] = useState<Typing>(() => kept<Typing>(name) ?? { changed: {} })
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [other, setOther] = useState<{ values: Values; version: string } | undefined>(undefined)
  const typed = { ...values, ...typing.changed }
  const clear = (): void => {
    forget(name)
    setTyping({ changed: {} })
    setFaults([])
    setOther(undefined)
  }
  const change = (changes: Values): void => {
    const next = { version: typing.version ?? version, changed: { ...typing.changed, ...changes } }
    setTyping(next)
    keep(name, next)
  }
  const refused = whenRefused((refusal: Refusal) => {
    if (refusal.status === 409 && read)
      read().then(
        setOther,
        whenRefused(() => {}),
      )
    else setFaults(refusal.told)
  })
  const save = (over = typing.version ?? version, what: Values = typed): void => {
    send(what, over).then((answer) => (clear(), done(answer)), refused)
  }
  const keepYours = (): void => save(other!.version, { ...other!.values, ...typing.changed })
  const takeSaved = (): void => {
    clear()
    api.again()
  }
  return { typed, changed: typing.changed, faults, other, change, save, keepYours, takeSaved }
}

/** The form of a record: each fault under its field; all that is typed is kept until the service has it. */
export function RecordForm(props: RecordFormProps) {
  const { fields, word, isFirst = false, resource } = props
  const { typed, changed, faults, other, change, save, keepYours, takeSaved } = useRecord(props)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (isFirst) form.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus()
  }, [])
  const of = (name: string): string[] =>
    faults.filter(({ property }) => propertyOf(property) === name).map(({ message }) => message)
  const elsewhere = faults.filter(({ property }) => !fields.some(({ name }) => name === propertyOf(property)))
  return (
    <form
      class="rf"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {other && (
        <Conflict
          differing={fields
            .filter(({ name }) => typed[name] !== other.values[name])
            .map(({ name, label }) => ({ label, yours: changed[name], saved: other.values[name] ?? '' }))}
          keepYours={keepYours}
          takeSaved={takeSaved}
          last={resource === undefined ? undefined : { resource }}
        />
      )}
      <div class="rfs">
        {fields.map(({ name, label, isOptional = false, hint, of: choices }) => {
          const shared = { name, label, isOptional, hint, value: typed[name] ?? '', faults: of(name) }
          const set = (value: string): void => change({ [name]: value })
          return choices ? (
            <Choice key={name} {...shared} of={choices} isOff={isReadOnly()} choose={set} />
          ) : (
            <Field key={name} {...shared} isOff={isReadOnly()} type={set} />
          )
        })}
      </div>
      <Faults messages={elsewhere.map(({ message }) => message)} />
      <div class="row">
        <button type="submit" class="btn pri" disabled={isReadOnly()}>
          {word ?? t('save')} <kbd>↵</kbd>
        </button>
      </div>
    </form>
  )
}
