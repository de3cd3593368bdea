import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useRead } from '../reads.ts'
import type { Listed } from '../books.ts'
import { masterPaths, textsOf } from '../masters.ts'
import { Faults } from '../parts/faults.tsx'
import { RecordForm } from '../parts/record-form.tsx'
import { stateOf } from '../parts/states.tsx'
import { dayName } from '../period.ts'
import { type Grant, labPaths } from '../sandbox.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

interface Person {
  initials: string
  name: string
  email: string | null
  isBarred?: boolean
}

/** Who works with the books, and what is let in for them. */
export function People() {
  const people = useRead<Listed<Person>>(masterPaths.people)
  const [round, again] = useState(0)
  return (
    <>
      <section class="card" aria-label={t('people')}>
        {people.data ? (
          <table class="t">
            <thead>
              <tr>
                <th>{t('initials')}</th>
                <th>{t('name')}</th>
                <th class="only-wide">{t('email')}</th>
              </tr>
            </thead>
            <tbody>
              {people.data.items.map(({ initials, name, email, isBarred }) => (
                <tr key={initials}>
                  <td class="id">{initials}</td>
                  <td class="w">
                    {name} {isBarred && <span class="tag">{t('barred')}</span>}
                  </td>
                  <td class="m2 only-wide">{email}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          stateOf(people, 3, 3)
        )}
      </section>
      {!isReadOnly() && (
        <section class="card pad" aria-label={t('newPerson')}>
          <h2>{t('newPerson')}</h2>
          <p class="m3 s">{t('newPersonText')}</p>
          <RecordForm
            key={round}
            name="person"
            fields={[
              { name: 'initials', label: t('initials') },
              { name: 'name', label: t('name') },
              { name: 'email', label: t('email'), isOptional: true },
            ]}
            values={{ initials: '', name: '', email: '' }}
            send={(typed) => api.write('POST', masterPaths.people, { body: textsOf(typed), key: crypto.randomUUID() })}
            done={() => again(round + 1)}
            word={t('add')}
          />
        </section>
      )}
      <Grants />
    </>
  )
}

function Grants() {
  const grants = useRead<Listed<Grant>>(labPaths.grants)
  const writing = useWriting()
  if (!grants.data) return stateOf(grants, 3, 3)!
  return (
    <section class="card" aria-label={t('grants')}>
      <header>
        <h2>{t('grants')}</h2>
      </header>
      <Faults messages={writing.messages} isAlone />
      <table class="t">
        <thead>
          <tr>
            <th>{t('no')}</th>
            <th>{t('app')}</th>
            <th>{t('roles')}</th>
            <th class="only-wide">{t('person')}</th>
            <th class="only-wide">{t('sinceTime')}</th>
            <th>
              <span class="hide">{t('end')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {grants.data.items
            .filter(({ revokedAt }) => revokedAt === null)
            .map(({ number, appName, roles, person, createdAt }) => (
              <tr key={number}>
                <td class="id">{number}</td>
                <td class="w">{appName}</td>
                <td class="m2">{roles.join(', ')}</td>
                <td class="id only-wide">{person}</td>
                <td class="id only-wide">{dayName(createdAt)}</td>
                <td class="n">
                  {!isReadOnly() && (
                    <button type="button" class="l" onClick={() => void writing.send('DELETE', labPaths.grant(number))}>
                      {t('revoke')}
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
