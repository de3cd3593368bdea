import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { Reading } from '../reads.ts'
import type { Refusal } from '../refusal.ts'
import { hrefOf } from '../route.ts'
import { t } from '../words.ts'
import { Icon } from './icon.tsx'

/** Whether what is waited for takes longer than 150 ms. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** Bars where lines will be, after 150 ms: what is quick never flickers. */
export function Skeleton({ rows = 12, columns = 4 }: { rows?: number; columns?: number }) {
  const isLate = useLate()
  return (
    <div class="skeleton" role="status" aria-label={t('loading')} data-late={isLate}>
      {isLate &&
        Array.from({ length: rows }, (_, row) => (
          <div class="skr" key={row}>
            {Array.from({ length: columns }, (__, column) => (
              <span class="sk" key={column} data-width={(row * 7 + column * 3) % 5} />
            ))}
          </div>
        ))}
    </div>
  )
}

/** A table whose head stays while its lines are awaited: how it is called, its head, and the classes of its cells. */
export interface Headed {
  table: string
  head: ComponentChildren
  cells: readonly string[]
}

/** The head of a table, and bars below it, after 150 ms, where its lines will be. */
function HeadedSkeleton({ rows, headed: { table, head, cells } }: { rows: number; headed: Headed }) {
  const isLate = useLate()
  return (
    <div class="scroll skeleton headed" role="status" aria-label={t('loading')} data-late={isLate}>
      <table class={`t ${table}`}>
        {head}
        <tbody>
          {isLate &&
            Array.from({ length: rows }, (_, row) => (
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td class={cell} key={column}>
                    <span class="sk" data-width={(row * 7 + column * 3) % 5} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

/** Nothing was found: what was asked, and less to ask for. */
export function Nothing({ title, text, children }: { title: string; text?: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <div class="b">{title}</div>
      {text && <p class="m3">{text}</p>}
      {children}
    </div>
  )
}

/** How long after it could not answer the service is asked again, in milliseconds. */
const AGAIN_MILLISECONDS = 5000

/** Whether a refusal passes by itself: the service is busy, or not there for a moment. */
const isPassing = ({ status }: Refusal): boolean => status === 429 || status === 503

/** Asks again after some seconds what was refused for a moment, while somebody looks. */
function useAgain(refusal: Refusal): void {
  useEffect(() => {
    if (!isPassing(refusal)) return
    const again = (): void => {
      if (document.hidden) timer = setTimeout(again, AGAIN_MILLISECONDS)
      else api.again()
    }
    let timer = setTimeout(again, AGAIN_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [refusal])
}

/** A request failed: what it was, that nothing is lost, what to do. What is not there is no fault of the service. */
export function Failure({ refusal }: { refusal: Refusal }) {
  useAgain(refusal)
  if (refusal.status === 404) return <Nothing title={t('goneTitle')} text={t('notFoundText')} />
  const title = refusal.status === 0 ? 'offlineTitle' : refusal.status === 403 ? 'forbiddenTitle' : 'faultTitle'
  const support = `${refusal.status} ${refusal.message} trace ${refusal.trace ?? ''}`
  return (
    <div class="state left" role="alert">
      <div class="row neg b">
        <Icon name={refusal.status === 0 ? 'offline' : 'warn'} />
        {t(title)}
      </div>
      <p class="m2">
        {refusal.status > 0 && `${refusal.status}. ${refusal.message} `}
        {isPassing(refusal) && `${t('faultAgain', { n: AGAIN_MILLISECONDS / 1000 })} `}
        {t('faultLost')}
      </p>
      {refusal.ordered && (
        <p class="row wraps">
          <span class="tag warn">{t('onOrder')}</span> {t('orderedAnswer', { fault: refusal.ordered })}{' '}
          <a class="l" href={hrefOf('/sandbox')}>
            {t('faultsOnOrder')}
          </a>
        </p>
      )}
      {refusal.trace && <p class="mono m3 trace">trace {refusal.trace}</p>}
      <div class="row">
        <button type="button" class="btn pri" onClick={api.again}>
          {t('retry')}
        </button>
        {refusal.trace && (
          <button type="button" class="btn" onClick={() => void navigator.clipboard.writeText(support)}>
            {t('copySupport')}
          </button>
        )}
      </div>
    </div>
  )
}

/**
 * What shows for a reading that has no data yet, or will have none; undefined where there is some. The head of a table
 * stays meanwhile.
 */
export function stateOf(reading: Reading<unknown>, rows?: number, columns?: number | Headed) {
  if (reading.data !== undefined) return undefined
  if (reading.refusal) return <Failure refusal={reading.refusal} />
  if (typeof columns === 'object') return <HeadedSkeleton rows={rows ?? 12} headed={columns} />
  return <Skeleton {...(rows === undefined ? {} : { rows })} {...(columns === undefined ? {} : { columns })} />
}
