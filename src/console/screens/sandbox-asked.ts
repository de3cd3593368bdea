import { useEffect } from 'preact/hooks'
import { route, setQuery } from '../route.ts'

/** Whether the address asks for something: the bar of every page does. */
export const isAskedFor = (what: string): boolean => route.value.query.get('do') === what

/** Asks for what the address says, once each time it says so. */
export function useAsked<T>(wanted: T | undefined, ask: (wanted: T) => void): void {
  useEffect(() => {
    if (wanted === undefined) return
    ask(wanted)
    setQuery({ do: undefined })
  }, [wanted])
}
