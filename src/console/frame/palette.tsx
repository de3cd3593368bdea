import { signal } from '@preact/signals'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useMaster } from '../reads.ts'
import { type Company, paths } from '../books.ts'
import { useKeys } from '../keys.ts'
import { type Amount, cents } from '../money.ts'
import { shown } from '../parts/figure.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { dayName } from '../period.ts'
import { go, hrefOf } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { turnTheme } from '../settings.ts'
import { t } from '../words.ts'
import { yearNameOf } from '../years.ts'
import { useFocusWithin } from './dialog.tsx'
import { openDestinations } from './navigation.ts'

/** Whether the palette is open. */
export const isPaletteOpen = signal(false)

interface Found {
  number: string
  text: string
  date: string | null
  amount: Amount | null
}
interface Group {
  kind: string
  items: Found[]
}
interface Item {
  group: string
  icon: IconName
  text: string
  number?: string
  aside: string
  act: () => void
  /** What is done, which Ctrl and Enter does of the first one. */
  isDeed?: boolean
}

/** Where what was found is shown; a kind without a screen is not offered. */
const KINDS = {
  customers: { icon: 'people', word: 'customers', path: ({ number }: Found) => `/customers/${number}` },
  suppliers: { icon: 'truck', word: 'suppliers', path: ({ number }: Found) => `/suppliers/${number}` },
  accounts: { icon: 'lines', word: 'accounts', path: ({ number }: Found) => `/accounts/${number}` },
  invoices: { icon: 'invoice', word: 'invoices', path: ({ number }: Found) => `/invoices/${number}` },
  vouchers: {
    icon: 'journal',
    word: 'kind_vouchers',
    path: ({ number, date }: Found) => `/vouchers/-/${yearNameOf(date ?? '')}/${number}`,
  },
  entries: { icon: 'book', word: 'kind_entries', path: ({ number }: Found) => `/entries/${number}` },
} as const

const isKind = (kind: string): kind is keyof typeof KINDS => kind in KINDS
const hasScreen = (path: string): boolean =>
  /^\/(accounts|vouchers|entries)\//.test(path) ||
  openDestinations().some((one) => one.path !== '/' && path.startsWith(`${one.path}/`))

/** How long the palette waits for the next key before it asks, in milliseconds. */
const PAUSE_MILLISECONDS = 90

function useFound(text: string): readonly Group[] {
  const [groups, setGroups] = useState<readonly Group[]>([])
  useEffect(() => {
    if (text.trim().length < 2) {
      setGroups([])
      return
    }
    let isWanted = true
    const timer = setTimeout(() => {
      api.read<{ groups: Group[] }>(paths.search(text.trim())).then(
        (found) => isWanted && setGroups(found.groups),
        () => isWanted && setGroups([]),
      )
    }, PAUSE_MILLISECONDS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [text])
  return groups
}

/** What is said of a hit: what a party owes or is owed; of others the day and the amount. */
function asideOf(kind: keyof typeof KINDS, { date, amount }: Found): string {
  if ((kind === 'customers' || kind === 'suppliers') && amount !== null) {
    if (cents(amount) === 0n) return t('paletteNone')
    return t(kind === 'customers' ? 'owesAmount' : 'paletteOwed', { amount: shown(amount) })
  }
  return [dayName(date), amount === null ? '' : shown(amount)].filter(Boolean).join(' · ')
}

/** What can be done with a customer or a supplier. */
function deedsOf(kind: keyof typeof KINDS, { number, text: name }: Found): Item[] {
  if (isReadOnly() || (kind !== 'customers' && kind !== 'suppliers')) return []
  const deed = (icon: IconName, text: string, href: string): Item => ({
    ...{ group: t('paletteDo'), icon, text, aside: '', isDeed: true },
    act: () => go(href),
  })
  if (kind === 'suppliers') {
    return [deed('plus', t('paletteBill', { name }), hrefOf('/journals', { line: 'new', supplier: number }))]
  }
  return [
    deed('invoice', t('paletteInvoice', { name }), hrefOf('/invoices/new', { customer: number })),
    deed('plus', t('palettePaid', { name }), hrefOf('/journals', { line: 'new', customer: number })),
  ]
}

function itemsOf(text: string, groups: readonly Group[]): Item[] {
  const wanted = text.trim().toLowerCase()
  const isMeant = (name: string): boolean => name.toLowerCase().includes(wanted)
  const screens = openDestinations()
    .filter(({ word }) => isMeant(t(word)))
    .map(({ word, path, icon, key }) => ({
      group: t('paletteGo'),
      icon,
      text: t(word),
      aside: `G ${key.toUpperCase()}`,
      act: () => go(hrefOf(path)),
    }))
  const found = groups.flatMap(({ kind, items }): Item[] => {
    if (!isKind(kind)) return []
    const { icon, word, path } = KINDS[kind]
    const named = items
      .filter((one) => hasScreen(path(one)))
      .slice(0, 5)
      .map((one) => ({
        group: t(word),
        icon,
        text: one.text,
        number: one.number,
        aside: asideOf(kind, one),
        act: () => go(hrefOf(path(one))),
      }))
    return [...named, ...(items[0] ? deedsOf(kind, items[0]) : [])]
  })
  const deeds: Item[] = [{ group: t('paletteDo'), icon: 'theme' as const, text: t('theme'), aside: '', act: turnTheme }]
  return [
    ...(wanted === '' ? screens : found),
    ...(wanted === '' ? [] : screens),
    ...deeds.filter((one) => isMeant(one.text)),
  ]
}

/** A text with the part that was asked for marked. */
function Marked({ text, asked }: { text: string; asked: string }) {
  const at = asked === '' ? -1 : text.toLowerCase().indexOf(asked.toLowerCase())
  if (at < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + asked.length)}</mark>
      {text.slice(at + asked.length)}
    </>
  )
}

/** Search and do: everything there is, by name, number or amount. */
export function Palette() {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const groups = useFound(text)
  const items = useMemo(() => itemsOf(text, groups), [text, groups])
  const deed = items.find(({ isDeed }) => isDeed)
  const company = useMaster<Company>(paths.company).data
  const { box, turn } = useFocusWithin()
  const close = (): void => {
    isPaletteOpen.value = false
  }
  const take = (item: Item | undefined): void => {
    if (!item) return
    close()
    item.act()
  }
  const move = (by: number): void => {
    const next = items.length === 0 ? 0 : (at + by + items.length) % items.length
    setAt(next)
    document.getElementById(`found-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({ Escape: close, 'Ctrl+k': close }, true)
  const press = (event: KeyboardEvent): void => {
    turn(event)
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') take(event.ctrlKey || event.metaKey ? deed : items[at])
    else return
    event.preventDefault()
  }
  const type = (typed: string): void => {
    setText(typed)
    setAt(0)
  }
  return (
    <>
      <div class="veil" onClick={close} />
      <div class="pal" role="dialog" aria-modal="true" aria-label={t('palettePlaceholder')} ref={box} onKeyDown={press}>
        <div class="qy">
          <Icon name="search" />
          <input
            data-first
            value={text}
            placeholder={t('palettePlaceholder')}
            aria-label={t('palettePlaceholder')}
            role="combobox"
            aria-expanded={items.length > 0}
            aria-controls="found"
            aria-activedescendant={items.length > 0 ? `found-${at}` : undefined}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => type(event.currentTarget.value)}
          />
          {company && <span class="tag">{company.name}</span>}
        </div>
        <Results items={items} at={at} asked={text.trim()} take={take} />
        <Help hasDeed={deed !== undefined} />
      </div>
    </>
  )
}

const Help = ({ hasDeed }: { hasDeed: boolean }) => (
  <footer>
    <span class="nowrap">
      <kbd>↑</kbd> <kbd>↓</kbd> {t('paletteMove')}
    </span>
    <span class="nowrap">
      <kbd>↵</kbd> {t('paletteOpen')}
    </span>
    {hasDeed && (
      <span class="nowrap only-wide">
        <kbd>Ctrl ↵</kbd> {t('paletteDoes')}
      </span>
    )}
    <span class="grow" />
    <span class="nowrap only-wide">
      {t('paletteAmounts')} <b class="m2">464676,56</b>
    </span>
  </footer>
)

interface ResultsProps {
  items: readonly Item[]
  at: number
  asked: string
  take: (item: Item) => void
}

function Results({ items, at, asked, take }: ResultsProps) {
  if (items.length === 0) return <p class="grp none">{t('paletteNothing', { text: asked })}</p>
  return (
    <div class="found" id="found" role="listbox" aria-label={t('search')}>
      {items.map((item, index) => (
        <>
          {items[index - 1]?.group !== item.group && (
            <div class="grp" role="presentation">
              {item.group}
            </div>
          )}
          <div
            class={index === at ? 'it on' : 'it'}
            role="option"
            aria-selected={index === at}
            id={`found-${index}`}
            key={`${item.group} ${item.number ?? item.text}`}
            onClick={() => take(item)}
          >
            <Icon name={item.icon} />
            <span class="tr">
              <Marked text={item.text} asked={asked} /> <span class="m3">{item.number}</span>
            </span>
            <span class="grow" />
            <span class="m3 s nowrap">{item.aside}</span>
            {item.isDeed && !items.slice(0, index).some(({ isDeed }) => isDeed) && <kbd class="only-wide">Ctrl ↵</kbd>}
            {index === at && <kbd>↵</kbd>}
          </div>
        </>
      ))}
    </div>
  )
}
