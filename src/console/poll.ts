import { useEffect } from 'preact/hooks'
import { api } from './api.ts'
import { whenRefused } from './refusal.ts'

/** How often the service is asked what has come, in milliseconds. */
const POLL_MILLISECONDS = 2000

/**
 * Asks a list by cursor again and again what has come to it, for as long as the tab shows. What is refused is asked
 * again the next time.
 * @param path undefined asks nothing.
 */
export function usePoll<T>(path: string | undefined, come: (found: readonly T[]) => void): void {
  useEffect(() => {
    if (path === undefined) return
    let isWanted = true
    let isAsked = false
    const ask = (): void => {
      if (document.hidden || isAsked) return
      isAsked = true
      api
        .poll<T>(path)
        .then(
          (found) => isWanted && found.length > 0 && come(found),
          whenRefused(() => {}),
        )
        .finally(() => (isAsked = false))
    }
    const timer = setInterval(ask, POLL_MILLISECONDS)
    return () => {
      isWanted = false
      clearInterval(timer)
    }
  }, [path])
}

/**
 * Asks anew what is counted beside a list when the list says more: it may have been counted before that came.
 * @param said what the list says of what is counted; empty says nothing.
 */
export function useRecount(said: string): void {
  useEffect(() => {
    if (said !== '') api.again()
  }, [said])
}
