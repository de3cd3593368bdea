import { useRef } from 'preact/hooks'

/** What was known last: it stands while it is asked anew. */
export function useLast<T>(now: T | undefined): T | undefined {
  const last = useRef(now)
  if (now !== undefined) last.current = now
  return last.current
}
