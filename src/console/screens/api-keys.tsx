import { useState } from 'preact/hooks'
import { useRead } from '../reads.ts'
import type { Listed } from '../books.ts'
import { Dialog } from '../frame/dialog.tsx'
import { Page } from '../frame/page.tsx'
import { clockOf, type Logged } from '../integration.ts'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { dayName } from '../period.ts'
import { usePoll } from '../poll.ts'
import { type Grant, labPaths } from '../sandbox.ts'
import { session } from '../session.ts'
import { numbered, t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { useWriting } from '../writing.ts'

const DAY = 86_400_000

/** A moment as filters take it. */
const secondsOf = (at: Date): string => at.toISOString().replace(/\.\d+/, '')

interface Made {
  grantNumber: number
  agreementGrantToken: string
}

/** What the roles let a program do, in words. */
const MAY: Readonly<Record<string, Word>> = {
  SuperUser: 'mayAll',
  Bookkeeping: 'mayBook',
  Sales: 'maySell',
  ProjectEmployee: 'mayProject',
}

/** Who may do what with these books: the grants, made, renewed and ended. */
export function ApiKeysScreen() {
  const reading = useRead<Listed<Grant>>(labPaths.grants)
  const [asked, ask] = useState<'new' | Grant | undefined>(undefined)
  const [made, setMade] = useState<Made | undefined>(undefined)
  const writing = useWriting()
  useKeys({ n: () => ask('new') })
  const open = (reading.data?.items ?? []).filter(({ revokedAt }) => revokedAt === null)
  const rotate = async (one: Grant): Promise<void> => {
    const done = await writing.send<Made>('POST', labPaths.rotate(one.number))
    if (done) setMade(done.answer)
  }
  const revoke = async (one: Grant): Promise<void> => {
    if (await writing.send('DELETE', labPaths.grant(one.number))) ask(undefined)
  }
  return (
    <Page
      title={t('apiKeys')}
      sub={t('apiKeysSub')}
      isFlush
      actions={
        <button type="button" class="btn pri" onClick={() => ask('new')}>
          <Icon name="plus" /> {t('apiKey')} <kbd>N</kbd>
        </button>
      }
    >
      {made && (
        <Shown key={made.agreementGrantToken} made={made} of={open.find((one) => one.number === made.grantNumber)} />
      )}
      <Faults messages={writing.messages} isAlone />
      {stateOf(reading, 6, HEADED) ?? (
        <div class="scroll" tabIndex={-1}>
          <table class="t kyt" data-grid="main">
            <KeysHead />
            <tbody>
              {open.map((one) => (
                <Row
                  key={one.number}
                  one={one}
                  isNew={one.number === made?.grantNumber}
                  isSending={writing.isSending}
                  rotate={() => void rotate(one)}
                  revoke={() => ask(one)}
                />
              ))}
            </tbody>
          </table>
          {open.length === 0 && <Nothing title={t('noKeys')} />}
        </div>
      )}
      {asked === 'new' && <NewKey close={() => ask(undefined)} done={(one) => (setMade(one), ask(undefined))} />}
      {typeof asked === 'object' && (
        <Dialog title={t('revokeTitle', { app: asked.appName ?? asked.app })} close={() => ask(undefined)}>
          <p class="m2">{t('revokeText')}</p>
          <button type="button" class="btn danger" disabled={writing.isSending} onClick={() => void revoke(asked)}>
            {t('revoke')}
          </button>
          <Faults messages={writing.messages} />
        </Dialog>
      )}
    </Page>
  )
}

const KeysHead = () => (
  <thead>
    <tr>
      <th>{t('app')}</th>
      <th class="w only-wide">{t('may')}</th>
      <th class="only-wide">{t('person')}</th>
      <th class="n">{t('lastUsed')}</th>
      <th class="n only-wide">{t('in24Hours')}</th>
      <th class="n only-wide">{t('faultsOf')}</th>
      <th class="n only-wide w1360">{t('madeOn')}</th>
      <th class="n">{t('change')}</th>
    </tr>
  </thead>
)

const HEADED: Headed = {
  table: 'kyt',
  head: <KeysHead />,
  cells: ['', 'w only-wide', 'only-wide', 'n', 'n only-wide', 'n only-wide', 'n only-wide w1360', 'n'],
}

interface RowProps {
  one: Grant
  isNew: boolean
  isSending: boolean
  rotate: () => void
  revoke: () => void
}

/** What roles may do, in words; a SuperUser may everything. */
const mayOf = (roles: readonly string[]): string =>
  roles.includes('SuperUser') ? t('mayAll') : roles.map((role) => (MAY[role] ? t(MAY[role]) : role)).join(', ')

function Row({ one, isNew, isSending, rotate, revoke }: RowProps) {
  const [since] = useState(() => secondsOf(new Date(Date.now() - DAY)))
  const last = useRead<Logged[]>(labPaths.lastOf(one.number)).data?.[0]
  const calls = useRead<number>(labPaths.countOf(one.number, since)).data
  const faults = useRead<number>(labPaths.countOf(one.number, since, true)).data
  return (
    <tr class={isNew ? 'on' : ''}>
      <td>
        <b class="b">{one.appName ?? t('appOf', { n: one.app })}</b>{' '}
        {isNew && <span class="tag acc">{t('newTag')}</span>}
        <span class="only-phone s m2">{mayOf(one.roles)}</span>
      </td>
      <td class="w s m2 only-wide">{mayOf(one.roles)}</td>
      <td class="m2 only-wide">{one.person}</td>
      <td class="n m2">
        {last ? clockOf(last.time) : <span class="m3">{isNew ? t('neverTried') : t('notLately')}</span>}
      </td>
      <td class="n only-wide">{calls === undefined ? '' : numbered(calls)}</td>
      <td class={`n only-wide ${faults ? 'neg' : 'z'}`}>{faults === undefined ? '' : numbered(faults)}</td>
      <td class="n m2 only-wide w1360">{dayName(one.createdAt)}</td>
      <td class="n kya">
        <button type="button" class="l s" data-stop="rotate" disabled={isSending} onClick={rotate}>
          {t('rotate')}
        </button>{' '}
        <button type="button" class="l s" data-stop="revoke" disabled={isSending} onClick={revoke}>
          {t('revoke')}
        </button>
      </td>
    </tr>
  )
}

/** Whether a request has come with the grant since the page knows its new token. */
function useFirst(grant: number): boolean {
  const [isUsed, setUsed] = useState(false)
  const [began] = useState(() => secondsOf(new Date()))
  usePoll<Logged>(isUsed ? undefined : `${labPaths.firstOf(grant)}$and:time$gte:${began}`, () => setUsed(true))
  return isUsed
}

/** A token that was made, shown this once. */
function Shown({ made, of }: { made: Made; of: Grant | undefined }) {
  const isUsed = useFirst(made.grantNumber)
  const env = `DAYBOOK_URL=${location.origin}\nDAYBOOK_GRANT=${made.agreementGrantToken}`
  const curl = `curl -g -H "X-AppSecretToken: $appSecretToken" -H 'X-AgreementGrantToken: ${made.agreementGrantToken}' '${location.origin}/daybookapi/v1.0.0/company'`
  return (
    <section class="made" role="status" aria-label={t('keyMade', { app: of?.appName ?? '' })}>
      <div class="row wraps">
        <b class="b grow">{t('keyMade', { app: of?.appName ?? '' })}</b>
        <button type="button" class="btn" onClick={() => void navigator.clipboard.writeText(env)}>
          <Icon name="copy" />
          {t('copyEnv')}
        </button>
        <button type="button" class="btn" onClick={() => void navigator.clipboard.writeText(curl)}>
          {t('copyCurl')}
        </button>
      </div>
      <pre class="code any" tabIndex={0}>
        {env}
      </pre>
      <p class="s m2">
        <i class={isUsed ? 'dot pos' : 'dot warn'} /> {t(isUsed ? 'keyUsed' : 'keyUnused')}
      </p>
    </section>
  )
}

function NewKey({ close, done }: { close: () => void; done: (made: Made) => void }) {
  const apps = useRead<{ items: { app: number; name: string }[] }>(labPaths.grantApps)
  const writing = useWriting()
  const own = session.value?.current?.roles ?? []
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const person = String(form.get('person') ?? '').trim()
    const body = {
      app: Number(form.get('app')),
      roles: form.getAll('roles').map(String),
      ...(person !== '' && { person }),
    }
    const made = await writing.send<Made>('POST', labPaths.grants, { body })
    if (made) done(made.answer)
  }
  const items = apps.data?.items ?? []
  return (
    <Dialog title={t('newKey')} close={close}>
      {apps.data && items.length === 0 ? (
        <p class="m2">{t('noGrantApps')}</p>
      ) : (
        <form class="frm" onSubmit={(event) => void submit(event)}>
          <label class="f">
            <span>{t('app')}</span>
            <select class="chip" name="app">
              {items.map(({ app, name }) => (
                <option key={app} value={app}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <fieldset class="may">
            <legend class="s">{t('may')}</legend>
            {own.map((role) => (
              <label key={role} class="row">
                <input type="checkbox" name="roles" value={role} /> {MAY[role] ? t(MAY[role]) : role}
              </label>
            ))}
          </fieldset>
          <label class="f">
            <span>{t('personInitials')}</span>
            <input class="in-t" name="person" maxLength={10} />
          </label>
          <button type="submit" class="btn pri" disabled={writing.isSending}>
            {t('makeKey')} <kbd>↵</kbd>
          </button>
        </form>
      )}
      <Faults messages={writing.messages} />
    </Dialog>
  )
}
