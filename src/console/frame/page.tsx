import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useMaster } from '../reads.ts'
import { type Company, paths } from '../books.ts'
import { Icon } from '../parts/icon.tsx'
import { dayName, timeName, todayHere } from '../period.ts'
import { baseCurrency } from '../session.ts'
import { turnTheme } from '../settings.ts'
import { t } from '../words.ts'
import { wayBack } from './navigation.ts'

/** What a screen puts into the frame. */
export interface PageProps {
  /** The name of the tab, and of the page unless `head` says it with links. */
  title: string
  head?: ComponentChildren
  sub?: string | undefined
  actions?: ComponentChildren
  /** The body has panes that reach its edges, and scroll by themselves. */
  isFlush?: boolean
  children: ComponentChildren
}

/** A screen: its head with what can be done, and its body. */
export function Page({ title, head, sub, actions, isFlush = false, children }: PageProps) {
  const back = wayBack()
  const company = useMaster<Company>(paths.company).data
  useEffect(() => {
    document.title = `${title} · Daybook`
  }, [title])
  // On a phone tabs go beyond the screen: the present one is shown.
  useEffect(() => {
    document.querySelector('.top .tab.on')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [title])
  const cvr = company?.corporateIdentificationNumber
  const printed = company && [company.name, cvr && `CVR ${cvr}`, baseCurrency()].filter(Boolean).join(' · ')
  const time = `${dayName(todayHere())} ${timeName(new Date())}`
  return (
    <>
      <header class="top" data-print={`${printed ?? ''} · ${t('printedOn', { time })}`}>
        {back && (
          <a class="back only-phone" href={back.href} aria-label={t('backTo', { name: t(back.word) })}>
            ‹
          </a>
        )}
        <h1 tabIndex={-1}>{head ?? title}</h1>
        {sub && <span class="sub only-wide">{sub}</span>}
        <span class="grow" />
        {actions}
        <button
          type="button"
          class="btn quiet sq only-wide"
          title={t('theme')}
          aria-label={t('theme')}
          onClick={turnTheme}
        >
          <Icon name="theme" />
        </button>
      </header>
      <div class={isFlush ? 'body flush' : 'body'} id="page" tabIndex={isFlush ? -1 : 0}>
        {children}
      </div>
    </>
  )
}
