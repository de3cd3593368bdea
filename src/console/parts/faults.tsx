import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

/** What is wrong, each with its sign; said at once to who does not see it. `children` is the cure. */
export function Faults({
  messages,
  isAlone = false,
  children,
}: {
  messages: readonly string[]
  isAlone?: boolean
  children?: ComponentChildren
}) {
  if (messages.length === 0) return null
  return (
    <div class="fts" role="alert">
      {messages.map((message, at) => (
        <p class={isAlone ? 'fault rest' : 'fault'} key={message}>
          <Icon name="warn" />
          <span>
            {message} {at === messages.length - 1 && children}
          </span>
        </p>
      ))}
    </div>
  )
}
