import { useState } from 'preact/hooks'
import { useRead } from '../reads.ts'
import { Dialog } from '../frame/dialog.tsx'
import { Page } from '../frame/page.tsx'
import { clockOf } from '../integration.ts'
import { useKeys } from '../keys.ts'
import { masterPaths } from '../masters.ts'
import { Faults } from '../parts/faults.tsx'
import { Choice } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Meter } from '../parts/meter.tsx'
import { Nothing, stateOf } from '../parts/states.tsx'
import { capital } from '../period.ts'
import { go, hrefOf } from '../route.ts'
import { type Coverage, labPaths, type Snapshot } from '../sandbox.ts'
import { findSession, session } from '../session.ts'
import { counted, numbered, t } from '../words.ts'
import { useWriting, type Writing } from '../writing.ts'
import { isAskedFor, useAsked } from './sandbox-asked.ts'
import { ClockCard } from './sandbox-clock.tsx'
import { FaultsCard } from './sandbox-faults.tsx'

interface Branch {
  agreementNumber: number
  appSecretToken: string
  agreementGrantToken: string
}

/** A sandbox as a laboratory: its clock, its snapshots, faults on order, and what programs have met. */
export function SandboxScreen() {
  const writing = useWriting()
  const snapshots = useRead<{ items: Snapshot[] }>(labPaths.snapshots)
  const items = snapshots.data?.items ?? []
  const [asked, ask] = useState<'take' | 'restore' | 'branch' | 'reset' | undefined>(undefined)
  useAsked((['take', 'reset'] as const).find(isAskedFor), ask)
  const [chosen, choose] = useState<Snapshot | undefined>(undefined)
  const [branch, setBranch] = useState<Branch | undefined>(undefined)
  const restore = async (): Promise<void> => {
    if (chosen && (await writing.send('POST', labPaths.restore(chosen.number)))) ask(undefined)
  }
  const makeBranch = async (): Promise<void> => {
    const of = items[0]
    if (!of) return ask('take')
    const made = await writing.send<Branch>('POST', labPaths.branch(of.number))
    if (!made) return
    setBranch(made.answer)
    ask('branch')
  }
  useKeys({ t: () => ask('take'), b: () => void makeBranch() })
  const number = session.value?.current?.agreement ?? ''
  return (
    <Page
      title={t('sandboxOf', { n: number })}
      sub={session.value?.current?.name}
      actions={<Actions isOff={writing.isSending} branch={() => void makeBranch()} reset={() => ask('reset')} />}
    >
      <div class="lab">
        <Faults messages={writing.messages} />
        <ClockCard />
        <div class="lab-col">
          <section class="card">
            <header>
              <h2>{t('snapshots')}</h2>
              <span class="m3 s only-wide">{t('snapshotsSub')}</span>
              <span class="grow" />
              <button type="button" class="btn" onClick={() => ask('take')}>
                {t('takeOne')} <kbd>T</kbd>
              </button>
            </header>
            {stateOf(snapshots, 3, 3) ?? (
              <Snapshots items={items} writing={writing} goBack={(one) => (choose(one), ask('restore'))} />
            )}
            <p class="in s m3">{t('snapshotsNote')}</p>
          </section>
          <Met />
        </div>
        <FaultsCard />
      </div>
      {asked === 'reset' && (
        <Reset first={items.at(-1)} goBack={(one) => (choose(one), ask('restore'))} close={() => ask(undefined)} />
      )}
      {asked === 'take' && <Take close={() => ask(undefined)} />}
      {asked === 'restore' && chosen && (
        <Dialog title={t('goBackTitle', { name: chosen.name })} close={() => ask(undefined)}>
          <p class="m2">{t('goBackText')}</p>
          <button type="button" class="btn pri" disabled={writing.isSending} onClick={() => void restore()}>
            {t('goBack')}
          </button>
          <Faults messages={writing.messages} />
        </Dialog>
      )}
      {asked === 'branch' && branch && <Branched branch={branch} close={() => ask(undefined)} />}
    </Page>
  )
}

function Snapshots({
  items,
  writing,
  goBack,
}: {
  items: readonly Snapshot[]
  writing: Writing
  goBack: (one: Snapshot) => void
}) {
  const now = useRead<number>(masterPaths.bookedEntries).data
  if (items.length === 0) return <Nothing title={t('noSnapshots')} text={t('noSnapshotsText')} />
  const last = items[0]!
  const since = now === undefined ? undefined : now - last.entries
  return (
    <>
      <table class="t snt" data-grid="main">
        <tbody>
          {items.map((one) => (
            <tr key={one.number} class={one === last && since === 0 ? 'on' : ''}>
              <td class="w">
                <b class="b">{one.name}</b>{' '}
                <span class="m3 s nowrap">{counted('entryOne', 'entryMany', one.entries)}</span>
              </td>
              <td class="n s m2">{clockOf(one.madeAt)}</td>
              <td class="n">
                <button
                  type="button"
                  class="l"
                  data-stop="back"
                  disabled={writing.isSending}
                  onClick={() => goBack(one)}
                >
                  {t('goBack')}
                </button>
              </td>
              <td class="n only-wide">
                <button
                  type="button"
                  class="l m3"
                  disabled={writing.isSending}
                  onClick={() => void writing.send('DELETE', labPaths.snapshot(one.number))}
                >
                  {t('removeOne')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {since !== undefined && since > 0 && (
        <p class="in s">
          <b class="b m2">{counted('entrySinceOne', 'entrySinceMany', since, { name: last.name })}</b>
        </p>
      )}
    </>
  )
}

const Actions = ({ isOff, branch, reset }: { isOff: boolean; branch: () => void; reset: () => void }) => (
  <>
    <button type="button" class="btn" disabled={isOff} onClick={branch}>
      {t('branch')} <kbd>B</kbd>
    </button>
    <button type="button" class="btn danger" onClick={reset}>
      {t('resetSandbox')}
    </button>
  </>
)

/** Where keys and sessions lead after a reset. */
interface Fresh {
  agreementNumber: number
}

interface ResetProps {
  first: Snapshot | undefined
  goBack: (one: Snapshot) => void
  close: () => void
}

/** What a fresh sandbox may begin with. */
const TEMPLATES = [
  ['demo', 'resetDemo'],
  ['danish', 'resetDanish'],
  ['empty', 'resetEmpty'],
] as const

/** Back to the first snapshot; or afresh, with new books to which keys and sessions lead. */
function Reset({ first, goBack, close }: ResetProps) {
  const writing = useWriting()
  const [template, choose] = useState<string>('demo')
  const reset = async (): Promise<void> => {
    const what = { body: { template }, mayWait: false, isLast: true }
    const done = await writing.send<Fresh>('POST', labPaths.reset, what)
    if (!done) return
    const fresh = String(done.answer.agreementNumber)
    await findSession(fresh)
    go(`/app/${fresh}/sandbox`, { isReplacing: true })
  }
  return (
    <Dialog title={t('resetSandbox')} close={close}>
      {first && (
        <>
          <p class="m2">{t('resetToFirst', { name: first.name, n: numbered(first.entries) })}</p>
          <button type="button" class="btn" onClick={() => goBack(first)}>
            {t('goBack')}
          </button>
        </>
      )}
      <p class="m2">{t('resetAfresh')}</p>
      <div class="row-b ends">
        <Choice
          name="template"
          label={t('resetBegin')}
          value={template}
          faults={[]}
          of={TEMPLATES.map(([name, word]) => [name, t(word)] as const)}
          choose={choose}
        />
        <button type="button" class="btn danger" disabled={writing.isSending} onClick={() => void reset()}>
          {t('resetNow')}
        </button>
      </div>
      <Faults messages={writing.messages} />
    </Dialog>
  )
}

function Take({ close }: { close: () => void }) {
  const writing = useWriting()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get('name') ?? '').trim()
    if (await writing.send('POST', labPaths.snapshots, { body: { name } })) close()
  }
  return (
    <Dialog title={t('takeTitle')} close={close}>
      <form class="row-b ends named" onSubmit={(event) => void submit(event)}>
        <label class="f">
          <span>{t('name')}</span>
          <input class={writing.faults.length > 0 ? 'in-t bad' : 'in-t'} name="name" />
        </label>
        <button type="submit" class="btn pri" disabled={writing.isSending}>
          {t('takeOne')} <kbd>↵</kbd>
        </button>
      </form>
      <Faults messages={writing.messages} />
    </Dialog>
  )
}

function Branched({ branch, close }: { branch: Branch; close: () => void }) {
  const text = [
    `DAYBOOK_URL=${location.origin}`,
    `DAYBOOK_APP_SECRET=${branch.appSecretToken}`,
    `DAYBOOK_GRANT=${branch.agreementGrantToken}`,
  ].join('\n')
  return (
    <Dialog title={t('branchTitle', { n: branch.agreementNumber })} close={close}>
      <p class="m2">{t('shownOnce')}</p>
      <pre class="code any" tabIndex={0}>
        {text}
      </pre>
      <button type="button" class="btn" onClick={() => void navigator.clipboard.writeText(text)}>
        <Icon name="copy" />
        {t('copyEnv')}
      </button>
    </Dialog>
  )
}

/** What programs have met so far, in four figures. */
function Met() {
  const reading = useRead<Coverage>(labPaths.coverage(null))
  const one = reading.data
  return (
    <section class="card">
      <header>
        <h2>{t('metSoFar')}</h2>
        <span class="grow" />
        <a class="l s" href={hrefOf('/coverage')}>
          {t('coverage')}
        </a>
      </header>
      {one ? (
        <div class="in met">
          <Meter label={t('operations')} part={one.operationsCalled} whole={one.operationsServed} />
          <Meter label={t('codesOfThose')} part={one.codesMet} whole={one.codes} />
          <Meter label={t('againAfter429')} part={one.sentAgain} whole={one.refused} none={t('neverTried')} />
          <Meter label={capital(t('lostAnswers'))} part={one.replays} whole={one.replays} none={t('neverTried')} />
        </div>
      ) : (
        stateOf(reading, 2, 2)
      )}
    </section>
  )
}
