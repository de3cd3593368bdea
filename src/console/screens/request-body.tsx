import type { Fault } from '../refusal.ts'
import { jsonLines } from '../json-lines.ts'

const CLASSES = { name: 'k', text: 'st', value: 'nu', sign: '' } as const

/** A body as it was sent, in lines where it is JSON; each fault stands under the line of its property. */
export function Body({ text, faults = [] }: { text: string; faults?: readonly Fault[] }) {
  const lines = jsonLines(text)
  if (!lines) {
    return (
      <pre class="code bd plain" tabIndex={0}>
        {text}
      </pre>
    )
  }
  return (
    <div class="code bd" tabIndex={0} role="group">
      {lines.map(({ indent, tokens, path }, at) => {
        const here = faults.filter(({ property }) => path !== '' && property?.toLowerCase() === path.toLowerCase())
        return (
          <div key={at} class={here.length > 0 ? 'ln bad' : 'ln'}>
            <span class="no" aria-hidden="true">
              {at + 1}
            </span>
            <code>
              {'  '.repeat(indent)}
              {tokens.map((token, place) => (
                <span key={place} class={CLASSES[token.kind]}>
                  {token.text}
                </span>
              ))}
            </code>
            {here.map(({ message }) => (
              <p key={message} class="em">
                {message}
              </p>
            ))}
          </div>
        )
      })}
    </div>
  )
}
