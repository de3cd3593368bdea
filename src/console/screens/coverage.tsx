import { useState } from 'preact/hooks'
import { CONSOLE_APP } from '../apps.ts'
import { useRead } from '../reads.ts'
import type { Listed } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { Icon } from '../parts/icon.tsx'
import { Bar } from '../parts/meter.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { hrefOf, route, setQuery } from '../route.ts'
import { type Coverage, type Grant, isSuperUser, labPaths } from '../sandbox.ts'
import { numbered, t } from '../words.ts'
import { CoverageForCi } from './coverage-ci.tsx'

/** What programs have met of this service, and what they never met of that which their operations can give. */
export function CoverageScreen() {
  const grants = useRead<Listed<Grant>>(isSuperUser() ? labPaths.grants : undefined)
  const items = grants.data?.items ?? []
  const apps = [...new Map(items.map((one) => [one.app, one])).values()]
  // What the console itself has called says nothing of a program, so one is shown where there is one.
  const first = apps.findLast(({ appName }) => appName !== CONSOLE_APP)?.app
  const asked = route.value.query.get('app') ?? (first === undefined ? 'all' : String(first))
  const app = asked === 'all' ? null : asked
  const reading = useRead<Coverage>(grants.isLoading ? undefined : labPaths.coverage(app))
  const one = reading.data
  const [isAsked, ask] = useState(false)
  return (
    <Page
      title={t('coverage')}
      sub={t('coverageSub')}
      isFlush
      actions={
        <>
          {apps.length > 0 && (
            <select
              class="chip"
              aria-label={t('app')}
              onChange={(event) => setQuery({ app: event.currentTarget.value })}
            >
              <option value="all" selected={app === null}>
                {t('allApps')}
              </option>
              {apps.map((of) => (
                <option key={of.app} value={of.app} selected={String(of.app) === app}>
                  {of.appName ?? t('appOf', { n: of.app })}
                </option>
              ))}
            </select>
          )}
          <button type="button" class="btn" onClick={() => ask(true)}>
            <Icon name="download" />
            {t('jsonForCi')}
          </button>
        </>
      }
    >
      {isAsked && <CoverageForCi app={app} close={() => ask(false)} />}
      {one ? <Report one={one} /> : stateOf(reading, 14, 5)}
    </Page>
  )
}

function Report({ one }: { one: Coverage }) {
  return (
    <>
      <div class="cov">
        <Head
          figure={`${one.percent} %`}
          what={t('situationsMet')}
          of={t('partOf', { n: numbered(one.situationsMet), of: numbered(one.situations) })}
        />
        <Head
          figure={numbered(one.operationsCalled)}
          what={t('operationsCalled')}
          of={t('ofServed', { n: numbered(one.operationsServed) })}
        />
        <Head figure={numbered(one.codesMet)} what={t('codesMet')} of={t('ofCodes', { n: numbered(one.codes) })} />
        <Head
          figure={t('partOf', { n: numbered(one.sentAgain), of: numbered(one.refused) })}
          what={t('refusalsAgain')}
          of={one.refused === 0 ? t('neverTriedOrder') : t('waitedFor', { n: numbered(one.waited) })}
          isWarn={one.refused === 0}
        />
        <Head
          figure={numbered(one.replays)}
          what={t('lostAnswers')}
          of={one.replays === 0 ? t('neverTriedOrder') : t('byKey')}
          isWarn={one.replays === 0}
        />
      </div>
      {one.items.length === 0 ? (
        <Nothing title={t('noCoverage')} text={t('noCoverageText')} />
      ) : (
        <div class="scroll" tabIndex={0}>
          <table class="t cvt">
            <thead>
              <tr>
                <th>{t('operation')}</th>
                <th class="n">{t('calls')}</th>
                <th class="only-wide">{t('answers')}</th>
                <th class="only-wide w1360 w">{t('codesMetOf')}</th>
                <th class="only-wide">{t('ofThoseItHas')}</th>
                <th class="only-wide w">{t('notTried')}</th>
              </tr>
            </thead>
            <tbody>
              {one.items.map((item) => (
                <Line key={`${item.api} ${item.version} ${item.operation}`} item={item} />
              ))}
            </tbody>
          </table>
          <Whole one={one} />
        </div>
      )}
    </>
  )
}

interface HeadProps {
  figure: string
  what: string
  of: string
  isWarn?: boolean
}

const Head = ({ figure, what, of, isWarn = false }: HeadProps) => (
  <div>
    <div class="cov-f">
      {figure} <span class="m2">{what}</span>
    </div>
    <div class={isWarn ? 's warn' : 's m3'}>{of}</div>
  </div>
)

function Line({ item }: { item: Coverage['items'][number] }) {
  const { operation, api, version, calls, statuses, codes, codesNeverMet, situations } = item
  const [method, path = ''] = operation.split(' ')
  const never = situations.filter(({ isMet }) => !isMet)
  return (
    <tr>
      <td class="mono" title={`${api} ${version}`}>
        {method} <span class="m3 only-wide">{`/${api}`}</span>
        {path}
      </td>
      <td class="n">{numbered(calls)}</td>
      <td class="mono m2 only-wide">{statuses.map(({ status }) => status).join(' · ')}</td>
      <td class="w mono m2 only-wide w1360" title={codes.map(({ errorCode }) => errorCode).join(' ')}>
        {codes.length === 0 ? <span class="z">{t('none')}</span> : codes.map(({ errorCode }) => errorCode).join(' ')}
      </td>
      <td class="only-wide">
        <span class="row">
          <Bar part={codes.length} whole={codes.length + codesNeverMet.length} />
          <span class="s m3 n">
            {codes.length}/{codes.length + codesNeverMet.length}
          </span>
        </span>
      </td>
      <td class="w s only-wide" title={never.map(({ hint }) => hint).join('\n')}>
        {never.length > 0 && <span class="warn">{never.map(({ name }) => nameOf(name)).join(', ')}</span>}
      </td>
    </tr>
  )
}

const NAMES = {
  success: 'neverSuccess',
  refused: 'neverRefused',
  replay: 'neverReplay',
  page: 'neverPage',
} as const

/** A situation that was never met, in words. */
const nameOf = (name: string): string =>
  name in NAMES ? t(NAMES[name as keyof typeof NAMES]) : t('neverStatus', { status: name })

/** What no program met in any call, or of any webhook, in the words of the reader. */
function wholeOf({ name, hint }: Coverage['whole'][number]): string {
  const [, status, kind] = /^(\d+) on a (read|write)$/.exec(name) ?? []
  if (status) return t(kind === 'read' ? 'neverOnRead' : 'neverOnWrite', { status })
  if (name === 'webhook again') return t('neverHookAgain')
  const [, event] = /^webhook (\S+)$/.exec(name) ?? []
  return event ? t('neverHook', { event }) : hint.replaceAll('`', '')
}

/** What is of no single operation, and was never met. */
function Whole({ one }: { one: Coverage }) {
  const never = one.whole.filter(({ isMet }) => !isMet)
  if (never.length === 0) return null
  return (
    <section class="never">
      <h2>{t('neverMet')}</h2>
      <ul class="m2">
        {never.map((situation) => (
          <li key={situation.name}>{wholeOf(situation)}</li>
        ))}
      </ul>
      <a class="l" href={hrefOf('/sandbox')}>
        {t('orderInSandbox')}
      </a>
    </section>
  )
}
