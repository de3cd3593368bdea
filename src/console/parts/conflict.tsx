import { capital, timeName } from '../period.ts'
import { useRead } from '../reads.ts'
import { type Change, newestPath, whoOf } from '../trail.ts'
import { t } from '../words.ts'
import { Icon } from './icon.tsx'

/** A value that somebody else saved meanwhile, and the one that was typed; undefined where none was. */
export interface Differing {
  label: string
  yours: string | undefined
  saved: string
}

/** Who saved last, and when: the newest change that the trail has of a resource, or a time. */
export type LastSaved = { resource: string } | { time: string } | undefined

interface ConflictProps {
  differing: readonly Differing[]
  keepYours: () => void
  takeSaved: () => void
  last?: LastSaved
}

/** Somebody else saved meanwhile: both values beside each other, and whether what was typed stays, over the rest. */
export function Conflict({ differing, keepYours, takeSaved, last }: ConflictProps) {
  const said = useSaid(last)
  return (
    <section class="conflict" role="alert" aria-label={t('changedMeanwhile')}>
      <p class="row b">
        <Icon name="warn" /> {said}
      </p>
      <table class="t dense">
        <thead>
          <tr>
            <th />
            <th>{t('yours')}</th>
            <th>{t('saved')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ label, yours, saved }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{yours === undefined ? <span class="m3">{t('unchanged')}</span> : <mark>{yours || '–'}</mark>}</td>
              <td>{saved || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="row">
        <button type="button" class="btn pri" onClick={keepYours}>
          {t('keepYours')}
        </button>
        <button type="button" class="btn" onClick={takeSaved}>
          {t('takeSaved')}
        </button>
      </div>
    </section>
  )
}

/** Says who saved, and when, as far as it is known. */
function useSaid(last: LastSaved): string {
  const path = last && 'resource' in last ? newestPath('changes', 1, [`resource$eq:${last.resource}`]) : undefined
  const [change] = useRead<Change[]>(path).data ?? []
  if (change) return t('otherSavedBy', { who: capital(whoOf(change)), time: timeName(change.time) })
  if (last && 'time' in last) return t('otherSavedAt', { time: timeName(last.time) })
  return t('changedMeanwhile')
}
