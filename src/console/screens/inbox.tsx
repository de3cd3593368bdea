import { useState } from 'preact/hooks'
import { useWhole } from '../reads.ts'
import type { Listed } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { formOf, type InboxItem, inboxPaths, nameOf } from '../inbox.ts'
import { useKeys } from '../keys.ts'
import { Document } from '../parts/document.tsx'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { dayName } from '../period.ts'
import { fromHere, hrefOf, hrefWith, route, setQuery } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'
import { InboxForm } from './inbox-form.tsx'

/** Documents before their vouchers: what waits, what becomes of it, and the document beside it. */
export function InboxScreen() {
  const reading = useWhole<Listed<InboxItem>>(inboxPaths.all)
  const items = reading.data?.items ?? []
  const waiting = items.filter(({ state }) => state === 'new')
  const chosen = Number(route.value.query.get('item') ?? Number.NaN)
  const item = items.find(({ number }) => number === chosen)
  useKeys({
    Escape: () => {
      if (!item) return false
      const row = document.querySelector<HTMLElement>(`[data-item="${item.number}"] [data-stop]`)
      if (document.activeElement?.closest('.ibg')) row?.focus()
      else setQuery({ item: undefined })
      return true
    },
    ArrowRight: () => {
      if (!document.activeElement?.closest('[data-item]')) return false
      document.querySelector<HTMLElement>('.ibf input, .ibf select')?.focus()
      return true
    },
  })
  return (
    <Page
      title={t('inbox')}
      isFlush
      sub={reading.data && counted('inboxWaitOne', 'inboxWaitMany', waiting.length)}
      actions={<Upload />}
    >
      {stateOf(reading, 12, 3) ?? (
        <div class="split ib" data-voucher={item !== undefined}>
          <section class="pane" aria-label={t('inbox')}>
            <div class="scroll" tabIndex={-1}>
              {items.length === 0 && <Nothing title={t('inboxEmpty')} text={t('inboxEmptyText')} />}
              <List items={items} chosen={chosen} />
            </div>
          </section>
          {item ? (
            <section class="pane ibg" aria-label={nameOf(item)} key={item.number}>
              <div class="scroll ibf" tabIndex={-1}>
                <a class="l s only-phone pad" href={hrefWith({ item: undefined })}>
                  ‹ {t('inbox')}
                </a>
                <InboxForm item={item} />
              </div>
              <div class="ibd">
                <Document item={item} />
              </div>
            </section>
          ) : (
            <section class="pane only-wide" aria-label={t('inboxPick')}>
              <Nothing title={t('inboxPick')} />
            </section>
          )}
        </div>
      )}
    </Page>
  )
}

const STATES = [
  ['new', 'inboxNew'],
  ['drafted', 'inboxDrafted'],
  ['attached', 'inboxAttached'],
  ['rejected', 'inboxRejected'],
] as const

function List({ items, chosen }: { items: readonly InboxItem[]; chosen: number }) {
  return (
    <table class="t ibt" data-grid="main">
      <thead class="hide">
        <tr>
          <th>{t('inboxDocument')}</th>
          <th>{t('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {STATES.map(([state, word]) => {
          const own = items.filter((one) => one.state === state).toReversed()
          return (
            own.length > 0 && (
              <>
                <tr class="h bh" key={state}>
                  <th scope="rowgroup">{t(word)}</th>
                  <td class="n s m3">{own.length}</td>
                </tr>
                {own.map((one) => (
                  <Row key={one.number} item={one} isOn={one.number === chosen} />
                ))}
              </>
            )
          )
        })}
      </tbody>
    </table>
  )
}

function Row({ item, isOn }: { item: InboxItem; isOn: boolean }) {
  const { number, kind, invoiceNumber, fileName, receivedAt, amount, currency, dueDate, state, rejectedReason } = item
  const choose = (): void => setQuery({ item: String(number) })
  const aside =
    rejectedReason ??
    [
      invoiceNumber === null
        ? fileName === nameOf(item)
          ? null
          : fileName
        : t('sugInvoice', { n: invoiceNumber }).replace(/,$/, ''),
      dayName(receivedAt, true),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <tr class={`${isOn ? 'on ' : ''}${state === 'new' ? 'open' : 'open done'}`} data-item={number} onClick={choose}>
      <td class="w">
        <a class="tr" data-stop="l" href={hrefWith({ item: String(number) })} onFocus={choose}>
          {nameOf(item)}
        </a>
        <span class="bs m3">
          <Icon name={kind === 'einvoice' ? 'invoice' : 'inbox'} />
          <span class="tr">{aside}</span>
        </span>
      </td>
      <td class="n">
        <b class="b">
          {amount === null
            ? ''
            : `${currency === null || currency === baseCurrency() ? '' : `${currency} `}${shown(amount)}`}
        </b>
        <span class="bs m3">{dueDate !== null && t('due', { day: dayName(dueDate, true) })}</span>
      </td>
    </tr>
  )
}

/** Takes files into the inbox, and a photo on a phone. */
function Upload() {
  const writing = useWriting()
  const [told, tell] = useState('')
  const take = async (files: FileList | null): Promise<void> => {
    const [first, ...rest] = files ?? []
    if (!first) return
    const form = formOf(first, '')
    for (const file of rest) form.append('file', file)
    const goOn = fromHere()
    const taken = await writing.send<{ number: number }>('POST', inboxPaths.all, { form })
    if (!taken) return
    goOn(() => setQuery({ item: String(taken.answer.number) }))
    tell(t('inboxTaken'))
  }
  return (
    <>
      <span class="s pos" role="status">
        {told}
      </span>
      <Faults messages={writing.messages} />
      <a class="btn" href={hrefOf('/capture')}>
        <Icon name="camera" /> {t('capture')}
      </a>
      <label class={isReadOnly() ? 'btn off only-wide' : 'btn only-wide'}>
        <Icon name="plus" /> {t('inboxAdd')}
        <input
          class="hide"
          type="file"
          multiple
          accept=".pdf,.xml,image/jpeg,image/png"
          disabled={isReadOnly() || writing.isSending}
          onChange={(event) => void take(event.currentTarget.files)}
        />
      </label>
    </>
  )
}
