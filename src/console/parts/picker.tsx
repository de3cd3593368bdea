import { useEffect, useState } from 'preact/hooks'
import { api, useRead } from '../api.ts'
import { t } from '../words.ts'

interface PickerProps<T> {
  id?: string
  name: string
  label: string
  /** What stands in it while nothing is typed. */
  value: string
  placeholder?: string
  classes?: string
  isOff?: boolean
  isBad?: boolean
  /** Where those are that a text may mean. */
  path: (text: string) => string
  /** A row of the list: its number, its name, and an aside. */
  row: (item: T) => readonly [string, string, string?]
  pick: (item: T) => void
  /** Every letter that is typed; undefined where only one of the list will do. */
  type?: (text: string) => void
}

/** How long typing must rest before the list is asked for, in milliseconds. */
const REST_MILLISECONDS = 120

/** What is typed, once typing rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** A field that finds one of many by number or name: arrows move, Enter or Tab takes, Escape leaves. */
export function Picker<T>({ path, row, pick, type, value, name, ...look }: PickerProps<T>) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [at, setAt] = useState(0)
  const rested = useRested(typed ?? '').trim()
  const found = useRead<T[]>(typed !== undefined && rested !== '' ? path(rested) : undefined, 60_000).data ?? []
  const items = typed === undefined || rested === '' ? [] : found.slice(0, 8)
  const list = `${name}-found`
  const take = (item: T): void => {
    setTyped(undefined)
    setAt(0)
    pick(item)
  }
  /** Enter may come before the list does: then what it would have had first is taken. */
  const takeTyped = async (text: string): Promise<void> => {
    const [first] = await api.read<T[]>(path(text))
    if (first) take(first)
  }
  const press = (event: KeyboardEvent): void => {
    const text = typed?.trim() ?? ''
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, items.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Escape' && typed !== undefined) setTyped(undefined)
    else if (event.key === 'Enter' && !event.ctrlKey && text !== '') {
      if (rested === text && items[at]) take(items[at])
      else void takeTyped(text)
    } else if (event.key === 'Tab' && !event.shiftKey && items[at] && !type) return take(items[at])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span class="pick-box">
      <Input
        {...look}
        name={name}
        value={typed ?? value}
        list={list}
        isOpen={items.length > 0}
        active={items.length > 0 ? `${list}-${at}` : undefined}
        press={press}
        leave={() => setTyped(undefined)}
        change={(text) => {
          setTyped(text)
          setAt(0)
          type?.(text)
        }}
      />
      <Found list={list} label={look.label} items={items} at={at} row={row} take={take} />
      {typed !== undefined && rested !== '' && rested === typed.trim() && found.length === 0 && !type && (
        <div class="xs m3">{t('paletteNothing', { text: rested })}</div>
      )}
    </span>
  )
}

interface FoundProps<T> extends Pick<PickerProps<T>, 'label' | 'row'> {
  list: string
  items: readonly T[]
  at: number
  take: (item: T) => void
}

function Found<T>({ list, label, items, at, row, take }: FoundProps<T>) {
  if (items.length === 0) return null
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
    </div>
  )
}

interface InputProps {
  id?: string
  name: string
  label: string
  value: string
  placeholder?: string
  classes?: string
  isOff?: boolean
  isBad?: boolean
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
