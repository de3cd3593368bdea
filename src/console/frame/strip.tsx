import { signal } from '@preact/signals'
import { api } from '../api.ts'
import type { Sent } from '../sending.ts'
import { PATHS } from '../books.ts'
import { curlOf } from '../calls.ts'
import { hasIntegration, shortPath } from '../integration.ts'
import { useKeys } from '../keys.ts'
import { Icon } from '../parts/icon.tsx'
import { hrefOf } from '../route.ts'
import { session } from '../session.ts'
import { counted, t } from '../words.ts'
import { Dialog } from './dialog.tsx'

/** Whether the requests of the page are shown. */
const isStripOpen = signal(false)

const copy = (texts: readonly string[]): void => void navigator.clipboard.writeText(texts.join('\n'))
/** From the beginning of the first to the end of the last: requests go side by side. */
const milliseconds = (list: readonly Sent[]): number =>
  list.length === 0
    ? 0
    : Math.round(
        Math.max(...list.map((one) => one.began + one.milliseconds)) - Math.min(...list.map(({ began }) => began)),
      )

/** The last line of every page: which requests made it. */
export function Strip() {
  const sent = api.sent.value
  useKeys({ '.': () => (isStripOpen.value = true) })
  // The first path says the name and version of the API for all.
  const paths = sent.map(
    ({ method, path, isDry }, at) => `${method} ${at === 0 ? path : shortPath(path)}${isDry ? ` ${t('dryRun')}` : ''}`,
  )
  return (
    <footer class="strip">
      <Icon name="prompt" />
      <b>
        {counted('requestOne', 'requestMany', sent.length)} · {milliseconds(sent)} ms
      </b>
      {sent.some(({ ordered }) => ordered !== undefined) && <span class="tag warn">{t('onOrder')}</span>}
      <span class="q grow">{paths.join('  ·  ')}</span>
      <button type="button" class="l" onClick={() => copy(sent.map(curlOf))}>
        {t('copyCurl')}
      </button>
      <button type="button" class="l" onClick={() => (isStripOpen.value = true)}>
        {t('openRequests')} <kbd>.</kbd>
      </button>
      {isStripOpen.value && <Requests sent={sent} />}
    </footer>
  )
}

/** Whether the log has a request: that of a sandbox has all but its own, others what was refused. */
const isLogged = ({ status, path, trace }: Sent): boolean =>
  trace !== undefined &&
  hasIntegration() &&
  !path.startsWith(`${PATHS.daybook}/requests`) &&
  (session.value?.current?.isSandbox === true || status >= 400)

function Status({ one }: { one: Sent }) {
  const look = one.status >= 400 || one.status === 0 ? 'st neg' : 'st q'
  if (!isLogged(one)) return <span class={look}>{one.status || '—'}</span>
  return (
    <a
      class={`${look} l`}
      href={hrefOf(`/requests/${one.trace}`)}
      title={t('inLog')}
      onClick={() => (isStripOpen.value = false)}
    >
      {one.status}
    </a>
  )
}

function Requests({ sent }: { sent: readonly Sent[] }) {
  return (
    <Dialog title={t('requestsOfPage')} close={() => (isStripOpen.value = false)}>
      <p class="m3 s">{sent.length === 0 ? t('noRequests') : t('requestsNote')}</p>
      <ul class="reqs">
        {sent.map((one) => (
          <li key={`${one.method} ${one.path}`}>
            <Status one={one} />
            <code class="grow">
              {one.method} {one.path}
              {one.isDry && <span class="tag">{t('dryRun')}</span>}
              {one.ordered && (
                <span class="tag warn" title={t('orderedAnswer', { fault: one.ordered })}>
                  {t('onOrder')}
                </span>
              )}
            </code>
            <span class="m3 n">{Math.round(one.milliseconds)} ms</span>
            <button
              type="button"
              class="btn quiet sq"
              title={t('copyCurl')}
              aria-label={t('copyCurl')}
              onClick={() => copy([curlOf(one)])}
            >
              <Icon name="copy" />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="btn" disabled={sent.length === 0} onClick={() => copy(sent.map(curlOf))}>
        <Icon name="copy" />
        {t('copyCurl')}
      </button>
    </Dialog>
  )
}
