import { t } from '../words.ts'
import { Icon } from './icon.tsx'

/** A value that somebody typed, and the one that somebody else saved meanwhile. */
export interface Differing {
  label: string
  yours: string
  saved: string
}

/** Somebody else saved meanwhile: both values beside each other, and which of them stays. */
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
              <td>
                <mark>{yours || '–'}</mark>
              </td>
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
