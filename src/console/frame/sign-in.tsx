import { t } from '../words.ts'

/** The page of who is not signed in: how to get a link. */
export function SignIn() {
  return (
    <main class="sign">
      <section class="card">
        <h1>{t('signInTitle')}</h1>
        <p class="m2">{t('signInHow')}</p>
        <pre class="code" tabIndex={0}>
          daybook console --agreement N
        </pre>
      </section>
    </main>
  )
}
