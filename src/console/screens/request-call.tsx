import { type CallLanguage, CALLS } from '../calls.ts'
import type { LoggedWhole } from '../integration.ts'
import { useKeys } from '../keys.ts'
import { Icon } from '../parts/icon.tsx'
import { callLanguage } from '../settings.ts'
import { t } from '../words.ts'

/** The log's request as one that can be written down. */
const callOf = ({ method, path, query, requestBody, requestHeaders }: LoggedWhole) => ({
  method,
  path: query === null ? path : `${path}?${query}`,
  body: requestBody === null || requestBody === '' ? undefined : requestBody,
  isDry: (requestHeaders ?? []).some(({ name, value }) => name === 'daybook-dry-run' && value === 'true'),
})

/** The same call, as a program in the language of the reader sends it. */
export function SameCall({ one }: { one: LoggedWhole }) {
  const name = (callLanguage.value in CALLS ? callLanguage.value : 'curl') as CallLanguage
  const { title, write } = CALLS[name]
  const call = write(callOf(one))
  const copy = (): void => void navigator.clipboard.writeText(call)
  useKeys({ c: copy })
  return (
    <>
      <h3>
        {t('sameCall')}
        <span class="grow" />
        <span class="seg" role="group" aria-label={t('sameCall')}>
          {Object.entries(CALLS).map(([of, { title: says }]) => (
            <button
              key={of}
              type="button"
              class={of === name ? 'on' : ''}
              aria-pressed={of === name}
              onClick={() => (callLanguage.value = of)}
            >
              {says}
            </button>
          ))}
        </span>
        <button type="button" class="btn" title={t('copyAs', { language: title })} onClick={copy}>
          <Icon name="copy" />
          {t('copy')} <kbd>C</kbd>
        </button>
      </h3>
      <pre class="code curl" tabIndex={0}>
        {call}
      </pre>
    </>
  )
}
