import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * What keys do: by `Ctrl+k`, `g o` (one after the other), `j`, `Space`, `Enter`, `ArrowDown`. Answering false passes
 * the key on.
 */
export type Keys = Readonly<Record<string, () => unknown>>

/** Keys that work while one types: those held with Ctrl, and Escape. */
const isAlways = (name: string): boolean => name.startsWith('Ctrl+') || name === 'Escape'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'))

/** Keys that a field has uses for itself: arrows choose among radio buttons. */
const isOfField = (target: EventTarget | null, name: string): boolean =>
  name.startsWith('Arrow') && target instanceof HTMLElement && target.matches('input[type=radio]')

function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'Space' : event.key
  const held = event.ctrlKey || event.metaKey ? 'Ctrl+' : ''
  const shifted = event.shiftKey && key.length > 1 ? 'Shift+' : ''
  return `${held}${shifted}${key.length === 1 ? key.toLowerCase() : key}`
}

/** How long the second key of two is waited for, in milliseconds. */
const SECOND_KEY_MILLISECONDS = 1200

function makeKeys() {
  const layers: { keys: Keys; isModal: boolean }[] = []
  let first: { name: string; at: number } | undefined

  function press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.isComposing) return
    const name = nameOf(event)
    if ((isTyping(event.target) && !isAlways(name)) || isOfField(event.target, name)) return
    const isSecond = first !== undefined && event.timeStamp - first.at < SECOND_KEY_MILLISECONDS
    const names = isSecond ? [`${first!.name} ${name}`, name] : [name]
    first = undefined
    for (const one of names) {
      if (!carryOut(one)) continue
      event.preventDefault()
      return
    }
    if (layers.some(({ keys }) => Object.keys(keys).some((other) => other.startsWith(`${name} `)))) {
      first = { name, at: event.timeStamp }
    }
  }

  /** The layer on top first; a modal one lets no key of its own kind through. */
  function carryOut(name: string): boolean {
    for (const { keys, isModal } of layers.toReversed()) {
      const act = keys[name]
      if (act && act() !== false) return true
      if (isModal) return false
    }
    return false
  }

  /** Adds keys on top of those there are; the answer takes them away. */
  function add(layer: { keys: Keys; isModal: boolean }): () => void {
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
    }
  }
  return { press, add }
}

const keys = makeKeys()

/** Listens to the keyboard, for as long as the page is there. */
export const listenToKeys = (): void => document.addEventListener('keydown', keys.press)

/** Keys for as long as a component shows. A modal one, such as a dialog, keeps all others from those below. */
export function useKeys(own: Keys, isModal = false): void {
  const newest = useRef(own)
  newest.current = own
  const names = Object.keys(own).join()
  useLayoutEffect(() => {
    const passed = Object.keys(own).map((name) => [name, () => newest.current[name]?.()] as const)
    return keys.add({ keys: Object.fromEntries(passed), isModal })
  }, [names, isModal])
}

/** Moves the focus among the figures and links of a grid: down or up a row, or within the row. */
export function moveFocus(down: number, right = 0): boolean {
  const grid = document.activeElement?.closest('[data-grid]') ?? document.querySelector('[data-grid=main]')
  if (!grid) return false
  const rows = [...grid.querySelectorAll('tr')].filter((row) => row.querySelector('[data-stop]'))
  const stopsOf = (row: Element): HTMLElement[] =>
    [...row.querySelectorAll<HTMLElement>('[data-stop]')].filter((stop) => stop.getClientRects().length > 0)
  const at = document.activeElement?.closest('tr')
  const index = at ? rows.indexOf(at) : -1
  const row = rows[index + down] ?? (index < 0 ? rows[0] : undefined)
  if (!row) return true
  const place = index < 0 ? -1 : stopsOf(rows[index]!).indexOf(document.activeElement as HTMLElement)
  const stops = stopsOf(row)
  const column = document.activeElement?.getAttribute('data-stop')
  const alike = down === 0 ? undefined : stops.find((stop) => stop.getAttribute('data-stop') === column)
  const target = alike ?? stops[Math.min(Math.max(place + right, 0), stops.length - 1)]
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
  return true
}
