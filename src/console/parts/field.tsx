import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../words.ts'
import { Faults } from './faults.tsx'

interface FieldProps {
  label: string
  name: string
  value: string
  isOptional?: boolean
  isOff?: boolean
  isTall?: boolean
  hint?: ComponentChildren
  faults: readonly string[]
  cure?: ComponentChildren
  type: (value: string) => void
  /** It is left, or Enter is pressed in it: what was typed is meant. */
  done?: () => void
}

interface FrameProps extends Pick<FieldProps, 'label' | 'isOptional' | 'hint' | 'faults' | 'cure'> {
  id: string
  children: ComponentChildren
}

/** A label above, what is typed, and below it what is wrong with its cure, else what there is to say. */
export function FieldFrame({ id, label, isOptional, hint, faults, cure, children }: FrameProps) {
  return (
    <div class="f">
      <label for={id}>
        {label}
        {isOptional && <span class="m3">{t('optional')}</span>}
      </label>
      {children}
      {faults.length > 0 ? <Faults messages={faults}>{cure}</Faults> : hint && <div class="xs m3">{hint}</div>}
    </div>
  )
}

/** A field of one line, or of some. */
export function Field({ name, value, isOff, isTall, type, done, ...frame }: FieldProps) {
  const id = useId()
  const isBad = frame.faults.length > 0
  const shared = {
    id,
    name,
    value,
    class: `in-t${isBad ? ' bad' : ''}${isTall ? ' area' : ''}`,
    disabled: isOff ?? false,
    'aria-invalid': isBad,
    autocomplete: 'off',
    onBlur: () => done?.(),
  }
  return (
    <FieldFrame id={id} {...frame}>
      {isTall ? (
        <textarea {...shared} rows={3} onInput={(event) => type(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          spellcheck={false}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event: JSX.TargetedKeyboardEvent<HTMLInputElement>) => {
            if (event.key === 'Enter' && !event.ctrlKey) done?.()
          }}
        />
      )}
    </FieldFrame>
  )
}

/** One of a list; what is chosen is meant at once. */
export function Choice({
  name,
  value,
  of,
  isOff,
  choose,
  ...frame
}: Omit<FieldProps, 'type' | 'done' | 'isTall'> & {
  of: readonly (readonly [string, string])[]
  choose: (value: string) => void
}) {
  const id = useId()
  return (
    <FieldFrame id={id} {...frame}>
      <select
        id={id}
        class={frame.faults.length > 0 ? 'in-t pick bad' : 'in-t pick'}
        name={name}
        value={value}
        disabled={isOff ?? false}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {!of.some(([one]) => one === value) && <option value={value}>{value}</option>}
        {of.map(([one, text]) => (
          <option value={one} key={one}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
