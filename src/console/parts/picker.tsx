import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useRead } from '../reads.ts'
import { whenRefused } from '../refusal.ts'
import { useRested } from '../rested.ts'
import { t } from '../words.ts'
import { Icon } from './icon.tsx'

/** The field itself. */
interface FieldLook {
  id?: string
  name: string
  label: string
  /** What stands in it while nothing is typed. */
  value: string
  placeholder?: string
  classes?: string
  isOff?: boolean
  isBad?: boolean
}

interface PickerProps<T> extends FieldLook {
  /** Where those are that a text may mean. */
  path: (text: string) => string
  /** A row of the list: its number, its name, and an aside. */
  row: (item: T) => readonly [string, string, string?]
  pick: (item: T) => void
  /** Makes a new one of what is typed, and what that is called. */
  make?: { word: string; begin: (text: string) => void }
  /** Every letter that is typed; undefined where only one of the list will do. */
  type?: (text: string) => void
}

/** How long typing must rest before the list is asked for, in milliseconds. */
const REST_MILLISECONDS = 120

/** What is typed, those that may be meant, and what keys do with them. */
function usePicking<T>({ path, pick, make, type }: PickerProps<T>) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [at, setAt] = useState(0)
  const rested = useRested(typed ?? '', REST_MILLISECONDS).trim()
  const reading = useRead<T[]>(typed !== undefined && rested !== '' ? path(rested) : undefined, 60_000)
  const items = typed === undefined || rested === '' ? [] : (reading.data ?? []).slice(0, 8)
  // Nothing is said of a text before the service has answered for it.
  const isTold = typed !== undefined && rested !== '' && rested === typed.trim() && reading.data !== undefined
  // The last of the list makes a new one.
  const count = items.length + (make && isTold ? 1 : 0)
  const begin = (): void => {
    setTyped(undefined)
    make?.begin(typed?.trim() ?? '')
  }
  const take = (item: T): void => {
    setTyped(undefined)
    setAt(0)
    pick(item)
  }
  /** Enter may come before the list does: then what it would have had first is taken. */
  const takeTyped = async (text: string): Promise<void> => {
    const [first] = await api.read<T[]>(path(text))
    if (first) take(first)
    else if (make) begin()
  }
  const press = (event: KeyboardEvent): void => {
    const text = typed?.trim() ?? ''
    if (event.key === 'ArrowDown') setAt(Math.max(0, Math.min(at + 1, count - 1)))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Escape' && typed !== undefined) setTyped(undefined)
    else if (event.key === 'Enter' && !event.ctrlKey && text !== '') {
      if (rested === text && items[at]) take(items[at])
      else if (isTold && at < count) begin()
      else takeTyped(text).catch(whenRefused(() => {}))
    } else if (event.key === 'Tab' && !event.shiftKey && items[at] && !type) return take(items[at])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const change = (text: string): void => {
    setTyped(text)
    setAt(0)
    type?.(text)
  }
  return { typed, rested, at, items, isTold, count, begin, take, press, change, leave: () => setTyped(undefined) }
}

/** A field that finds one of many by number or name: arrows move, Enter or Tab takes, Escape leaves. */
export function Picker<T>(props: PickerProps<T>) {
  const { row, make, value, name, label } = props
  const { typed, rested, at, items, isTold, count, begin, take, press, change, leave } = usePicking(props)
  const list = `${name}-found`
  return (
    <span class="pick-box">
      <Input
        {...props}
        value={typed ?? value}
        list={list}
        isOpen={count > 0}
        active={count > 0 ? `${list}-${at}` : undefined}
        press={press}
        leave={leave}
        change={change}
      />
      <Found
        list={list}
        label={label}
        items={items}
        at={at}
        row={row}
        take={take}
        make={make && isTold ? { word: `${make.word} “${rested}”`, begin } : undefined}
      />
      {isTold && count === 0 && <div class="xs m3">{t('paletteNothing', { text: rested })}</div>}
    </span>
  )
}

interface FoundProps<T> extends Pick<PickerProps<T>, 'label' | 'row'> {
  list: string
  items: readonly T[]
  at: number
  take: (item: T) => void
  make: { word: string; begin: () => void } | undefined
}

function Found<T>({ list, label, items, at, row, take, make }: FoundProps<T>) {
  if (items.length === 0 && !make) return null
  return (
    <div class="pop found" id={list} role="listbox" aria-label={label}>
      {items.map((item, index) => {
        const [number, text, aside] = row(item)
        return (
          <div
            class={index === at ? 'it on' : 'it'}
            role="option"
            aria-selected={index === at}
            id={`${list}-${index}`}
            key={number}
            onMouseDown={(event) => {
              event.preventDefault()
              take(item)
            }}
          >
            <span class="id">{number}</span>
            <span class="tr grow">{text}</span>
            <span class="m3 s nowrap n">{aside}</span>
          </div>
        )
      })}
      {make && (
        <div
          class={at === items.length ? 'it on' : 'it'}
          role="option"
          aria-selected={at === items.length}
          id={`${list}-${items.length}`}
          onMouseDown={(event) => {
            event.preventDefault()
            make.begin()
          }}
        >
          <Icon name="plus" /> <span class="tr grow">{make.word}</span>
        </div>
      )}
    </div>
  )
}

interface InputProps extends FieldLook {
  list: string
  isOpen: boolean
  active: string | undefined
  press: (event: KeyboardEvent) => void
  leave: () => void
  change: (text: string) => void
}

const Input = ({ name, label, value, list, isOpen, active, press, leave, change, ...look }: InputProps) => (
  <input
    {...(look.id === undefined ? {} : { id: look.id })}
    name={name}
    class={`${look.classes ?? 'in-t'}${look.isBad ? ' bad' : ''}`}
    value={value}
    placeholder={look.placeholder ?? ''}
    disabled={look.isOff ?? false}
    aria-label={label}
    aria-invalid={look.isBad ?? false}
    role="combobox"
    aria-expanded={isOpen}
    aria-controls={list}
    aria-autocomplete="list"
    aria-activedescendant={active}
    autocomplete="off"
    spellcheck={false}
    onFocus={(event) => event.currentTarget.select()}
    onKeyDown={press}
    onBlur={leave}
    onInput={(event) => change(event.currentTarget.value)}
  />
)
