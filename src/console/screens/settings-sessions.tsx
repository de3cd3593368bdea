import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useRead } from '../reads.ts'
import type { Listed } from '../books.ts'
import { clockOf } from '../integration.ts'
import { masterPaths } from '../masters.ts'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { stateOf } from '../parts/states.tsx'
import { enrol } from '../passkeys.ts'
import { isReadOnly, session } from '../session.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

interface ConsoleSession {
  number: number
  person: string | null
  signedInAt: string
  lastUsedAt: string
  browser: string | null
}
interface Passkey {
  number: number
  person: string | null
  name: string | null
  enrolledAt: string
  lastUsedAt: string | null
}

/** A browser as people call it. */
const browserName = (text: string | null): string => {
  const [, name] = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(text ?? '') ?? []
  const [, system] = /(Windows|Macintosh|Android|iPhone|iPad|Linux)/.exec(text ?? '') ?? []
  return name === undefined ? (text ?? '') : [name === 'Edg' ? 'Edge' : name, system].filter(Boolean).join(' · ')
}

/** The browsers that are signed in, and the passkeys by which people come back. */
export function Sessions() {
  return (
    <>
      <Browsers />
      <Passkeys />
    </>
  )
}

function Browsers() {
  const sessions = useRead<Listed<ConsoleSession>>(masterPaths.sessions)
  const writing = useWriting()
  const own = session.value?.current?.sessionNumber
  if (!sessions.data) return stateOf(sessions, 3, 3)!
  return (
    <section class="card" aria-label={t('sessions')}>
      <header>
        <h2>{t('sessions')}</h2>
      </header>
      <Faults messages={writing.messages} isAlone />
      <table class="t">
        <thead>
          <tr>
            <th>{t('browser')}</th>
            <th>{t('person')}</th>
            <th class="only-wide">{t('sinceTime')}</th>
            <th>{t('lastUsed')}</th>
            <th>
              <span class="hide">{t('end')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.data.items.map(({ number, person, signedInAt, lastUsedAt, browser }) => (
            <tr key={number}>
              <td class="w">
                {browserName(browser)} {number === own && <span class="tag acc">{t('thisBrowser')}</span>}
              </td>
              <td class="id">{person}</td>
              <td class="id only-wide">{clockOf(signedInAt)}</td>
              <td class="id">{clockOf(lastUsedAt)}</td>
              <td class="n">
                {!isReadOnly() && number !== own && (
                  <button
                    type="button"
                    class="l"
                    onClick={() => void writing.send('DELETE', `${masterPaths.sessions}/${number}`)}
                  >
                    {t('signOut')}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Passkeys() {
  const passkeys = useRead<Listed<Passkey>>(masterPaths.passkeys)
  const writing = useWriting()
  const [fault, say] = useState<string | undefined>(undefined)
  const current = session.value?.current
  const canEnrol = !isReadOnly() && session.value?.hasPasskeys === true && current?.mayEnrol === true
  const begin = async (): Promise<void> => {
    say(await enrol())
    api.again()
  }
  return (
    <section class="card" aria-label={t('passkeys')}>
      <header>
        <h2>{t('passkeys')}</h2>
        <span class="grow" />
        <button type="button" class="btn" disabled={!canEnrol} onClick={() => void begin()}>
          <Icon name="lock" /> {t('enrol')}
        </button>
      </header>
      <p class="m3 s in">{canEnrol ? t('passkeyText') : t('passkeyNot')}</p>
      <Faults messages={[...writing.messages, ...(fault === undefined ? [] : [fault])]} isAlone />
      {passkeys.data && passkeys.data.items.length > 0 && (
        <table class="t">
          <tbody>
            {passkeys.data.items.map(({ number, person, name, enrolledAt, lastUsedAt }) => (
              <tr key={number}>
                <td class="w">{name}</td>
                <td class="id">{person}</td>
                <td class="id only-wide">{clockOf(enrolledAt)}</td>
                <td class="id">{lastUsedAt && clockOf(lastUsedAt)}</td>
                <td class="n">
                  <button
                    type="button"
                    class="l"
                    onClick={() => void writing.send('DELETE', `${masterPaths.passkeys}/${number}`)}
                  >
                    {t('delete')}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
