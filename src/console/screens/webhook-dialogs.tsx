import { useState } from 'preact/hooks'
import { useMaster, useRead } from '../reads.ts'
import { Dialog } from '../frame/dialog.tsx'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { stateOf } from '../parts/states.tsx'
import { type Hook, hookPaths } from '../webhooks.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

const valueOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** The present moment as fields for a time have it, some hours ago. */
function hoursAgo(hours: number): string {
  const at = new Date(Date.now() - hours * 3_600_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Asks from when on what failed is to be sent again. */
export function SendAllFailed({
  hooks,
  eventType,
  close,
}: {
  hooks: readonly Hook[]
  eventType: string | null
  close: () => void
}) {
  const writing = useWriting()
  const [count, setCount] = useState<number | undefined>(undefined)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const since = new Date(valueOf(form, 'since')).toISOString()
    const body = { eventType: valueOf(form, 'eventType'), since }
    const sent = await writing.send<{ count: number }>('POST', hookPaths.sendAllFailedSince, { body })
    if (sent) setCount(sent.answer.count)
  }
  return (
    <Dialog title={t('sendAllFailed')} close={close}>
      <p class="m2">{t('sendAllFailedText')}</p>
      <form class="col frm" onSubmit={(event) => void submit(event)}>
        <label class="f">
          <span>{t('webhook')}</span>
          <select class="chip" name="eventType">
            {hooks.map((hook) => (
              <option key={hook.eventType} selected={hook.eventType === eventType}>
                {hook.eventType}
              </option>
            ))}
          </select>
        </label>
        <label class="f">
          <span>{t('sinceTime')}</span>
          <input class="in-t" type="datetime-local" name="since" required defaultValue={hoursAgo(24)} />
        </label>
        <button type="submit" class="btn pri" disabled={writing.isSending}>
          {t('sendAgain')} <kbd>↵</kbd>
        </button>
      </form>
      {count !== undefined && <p role="status">{t('sentAgainCount', { n: count })}</p>}
      <Faults messages={writing.messages} />
    </Dialog>
  )
}

interface EventType {
  name: string
  description: string
  mergeFields: { fieldName: string; description: string }[]
}

/** The body of a new webhook: every merge field of its event. */
const bodyOf = ({ mergeFields }: EventType): string =>
  JSON.stringify(Object.fromEntries(mergeFields.map(({ fieldName }) => [fieldName.toLowerCase(), `[${fieldName}]`])))

/** Registers a webhook of the console's own app. */
export function NewWebhook({ taken, close }: { taken: readonly Hook[]; close: () => void }) {
  const types = useMaster<EventType[]>(hookPaths.eventTypes).data ?? []
  const free = types.filter(({ name }) => taken.every(({ eventType }) => eventType !== name))
  const [name, setName] = useState<string | undefined>(undefined)
  const chosen = free.find((one) => one.name === name) ?? free[0]
  const writing = useWriting()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const given = Object.fromEntries(['name', 'url', 'contentType', 'postData'].map((one) => [one, valueOf(form, one)]))
    const body = { eventType: chosen?.name, ...given }
    if (await writing.send('POST', hookPaths.create, { body })) close()
  }
  const field = (one: string, label: string, value: string, key = one) => (
    <label class="f" key={key}>
      <span>{label}</span>
      {one === 'postData' ? (
        <textarea class="in-t mono" name={one} rows={4} spellcheck={false} defaultValue={value} />
      ) : (
        <input class="in-t" name={one} defaultValue={value} />
      )}
      <Faults messages={writing.faults.flatMap(({ property, message }) => (property === one ? [message] : []))} />
    </label>
  )
  const rest = writing.faults.filter(
    ({ property = '' }) => !['name', 'url', 'contentType', 'postData'].includes(property),
  )
  return (
    <Dialog title={t('newWebhook')} close={close}>
      <form class="col frm" onSubmit={(event) => void submit(event)}>
        <label class="f">
          <span>{t('event')}</span>
          <select class="chip" onChange={(event) => setName(event.currentTarget.value)}>
            {free.map((one) => (
              <option key={one.name} selected={one === chosen}>
                {one.name}
              </option>
            ))}
          </select>
          <span class="s m3">{chosen?.description}</span>
        </label>
        {field('name', t('name'), '')}
        {field('url', 'URL', 'https://')}
        {field('contentType', 'Content-Type', 'application/json')}
        {chosen && field('postData', t('body'), bodyOf(chosen), `postData ${chosen.name}`)}
        <button type="submit" class="btn pri" disabled={writing.isSending || !chosen}>
          {t('makeWebhook')} <kbd>↵</kbd>
        </button>
      </form>
      <Faults messages={rest.map(({ message }) => message)} />
    </Dialog>
  )
}

/** What signs the requests of a webhook, and another one: the one before is good for a day still. */
export function HookSecret({ eventType, close }: { eventType: string; close: () => void }) {
  const reading = useRead<{ secret: string }>(hookPaths.secret(eventType))
  const writing = useWriting()
  const [isRotated, setRotated] = useState(false)
  const secret = reading.data?.secret
  const rotate = async (): Promise<void> => {
    if (await writing.send('POST', hookPaths.rotate(eventType))) setRotated(true)
  }
  return (
    <Dialog title={t('hookSecretOf', { event: eventType })} close={close}>
      <p class="m2">{t(isRotated ? 'hookRotated' : 'hookSecretText')}</p>
      {secret === undefined ? (
        stateOf(reading, 1, 1)
      ) : (
        <pre class="code any" tabIndex={0} data-secret>
          {secret}
        </pre>
      )}
      <div class="row">
        <button
          type="button"
          class="btn"
          disabled={secret === undefined}
          onClick={() => void navigator.clipboard.writeText(secret ?? '')}
        >
          <Icon name="copy" /> {t('copy')}
        </button>
        <button type="button" class="btn danger" disabled={writing.isSending} onClick={() => void rotate()}>
          {t('hookRotate')}
        </button>
      </div>
      <Faults messages={writing.messages} />
    </Dialog>
  )
}
