import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useKeys } from '../keys.ts'
import { t } from '../words.ts'

/** Keeps the focus within an element, and gives it back to where it was. */
export function useFocusWithin() {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    const own = box.current
    const find = (what: string) => own?.querySelector<HTMLElement>(what)
    const first = own?.hasAttribute('data-first') ? own : (find('[data-first]') ?? find('input') ?? find('button'))
    ;(first ?? own)?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const turn = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return
    const stops = [
      ...(box.current?.querySelectorAll<HTMLElement>('input, select, button:not(:disabled), a[href]') ?? []),
    ]
    const [first, last] = [stops[0], stops.at(-1)]
    const end = event.shiftKey ? first : last
    if (document.activeElement !== end) return
    event.preventDefault()
    ;(event.shiftKey ? last : first)?.focus()
  }
  return { box, turn }
}

/** A dialog over the page; Escape or a click beside it closes it. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const { box, turn } = useFocusWithin()
  useKeys({ Escape: close }, true)
  return (
    <>
      <div class="veil" onClick={close} />
      <div class="pal dlg" role="dialog" aria-modal="true" aria-label={title} ref={box} onKeyDown={turn} tabIndex={-1}>
        <header class="row">
          <h2 class="grow">{title}</h2>
          <button type="button" class="btn quiet" onClick={close}>
            {t('close')} <kbd>Esc</kbd>
          </button>
        </header>
        <div class="dlb">{children}</div>
      </div>
    </>
  )
}
