import { t } from '../words.ts'
import { Icon } from './icon.tsx'

/** A value that somebody else saved meanwhile, and the one that was typed; undefined where none was. */
export interface Differing {
  label: string
  yours: string | undefined
  saved: string
}

/** Somebody else saved meanwhile: both values beside each other, and whether what was typed stays, over the rest. */
export function Conflict({
  differing,
  keepYours,
  takeSaved,
}: {
  differing: readonly Differing[]
  keepYours: () => void
  takeSaved: () => void
}) {
  return (
    <section class="conflict" role="alert" aria-label={t('changedMeanwhile')}>
      <p class="row b">
        <Icon name="warn" /> {t('changedMeanwhile')}
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
