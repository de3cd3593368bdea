import { Icon } from '../parts/icon.tsx'
import { forgetAll } from '../kept.ts'
import { session, signOut } from '../session.ts'
import { format, language } from '../settings.ts'
import { t } from '../words.ts'
import { Dialog } from './dialog.tsx'

interface Choice<T extends string> {
  label: string
  value: T
  of: readonly (readonly [T, string])[]
  choose: (value: T) => void
}

function Choose<T extends string>({ label, value, of, choose }: Choice<T>) {
  return (
    <fieldset class="f">
      <legend>{label}</legend>
      <div class="seg">
        {of.map(([one, text]) => (
          <button
            type="button"
            class={one === value ? 'on' : ''}
            aria-pressed={one === value}
            key={one}
            onClick={() => choose(one)}
          >
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** Signs out; drafts of forms go, too. */
async function leave(): Promise<void> {
  forgetAll()
  await signOut()
}

/** The companies one is signed in to, the language, and the way out. */
export function CompanySwitch({ close }: { close: () => void }) {
  const { companies, current } = session.value!
  return (
    <Dialog title={t('companies')} close={close}>
      <ul class="cos">
        {companies.map(({ agreement, name, alias }) => (
          <li key={agreement}>
            <a class={agreement === current?.agreement ? 'nav on' : 'nav'} href={`/app/${agreement}/`} onClick={close}>
              <span class="logo">{name.slice(0, 1)}</span>
              <span class="tr">
                {name} {alias && <span class="m3 s">{alias}</span>}
              </span>
              {agreement === current?.agreement && <Icon name="check" />}
            </a>
          </li>
        ))}
      </ul>
      <Choose
        label={t('language')}
        value={language.value}
        of={[
          ['da', 'Dansk'],
          ['en', 'English'],
        ]}
        choose={(value) => (language.value = value)}
      />
      <Choose
        label={t('figures')}
        value={format.value}
        of={[
          ['da', '1.234,56'],
          ['en', '1,234.56'],
        ]}
        choose={(value) => (format.value = value)}
      />
      {!current?.isDemo && (
        <button type="button" class="btn" onClick={() => void leave()}>
          <Icon name="exit" />
          {t('signOut')}
        </button>
      )}
    </Dialog>
  )
}
