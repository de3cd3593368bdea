import { useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { go } from '../route.ts'
import { signInByPasskey } from '../passkeys.ts'
import { session, signInBy } from '../session.ts'
import { t } from '../words.ts'

/** The code of a link, which its fragment has: it is sent nowhere before somebody clicks. */
const codeOf = (fragment: string): string | undefined => /^#code=([\w-]+)$/.exec(fragment)?.[1]

/** The page of who is not signed in: the link's one click, or how to get a link. */
export function SignIn({ code }: { code: string | undefined }) {
  const [isFailed, fail] = useState(false)
  const open = async (): Promise<void> => {
    arrive(code && (await signInBy({ code })))
  }
  const arrive = (agreement: string | undefined): void => {
    if (agreement) go(`/app/${agreement}/`, { isReplacing: true })
    else fail(true)
  }
  const demo = session.value?.companies.find(({ isDemo }) => isDemo)
  return (
    <main class="sign">
      <section class="card">
        <h1>
          Daybook <span class="m3">{t('signInTitle')}</span>
        </h1>
        {code && !isFailed ? (
          <>
            <p class="m2">{t('signInReady')}</p>
            <div class="row">
              <button type="button" class="btn pri" onClick={() => void open()}>
                {t('signInButton')}
              </button>
            </div>
          </>
        ) : (
          <>
            {isFailed && (
              <p class="fault" role="alert">
                <Icon name="warn" />
                {t('signInFailed')}
              </p>
            )}
            <p class="m2">{t('signInHow')}</p>
            <pre class="code" tabIndex={0}>
              npm run daybook -- console --agreement N
            </pre>
          </>
        )}
        {session.value?.hasPasskeys && !(code && !isFailed) && (
          <div class="row">
            <button type="button" class="btn" onClick={() => void signInByPasskey().then(arrive)}>
              <Icon name="lock" /> {t('signInPasskey')}
            </button>
          </div>
        )}
        {demo && (
          <p>
            <a class="l" href={`/app/${demo.agreement}/`}>
              {t('signInDemo')}
            </a>
          </p>
        )}
      </section>
    </main>
  )
}

/** The code that the page was opened with, taken out of the address at once. */
export function takeCode(): string | undefined {
  const code = codeOf(location.hash)
  if (code !== undefined) history.replaceState(null, '', location.pathname)
  return code
}
