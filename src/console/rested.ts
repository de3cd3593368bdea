import { useEffect, useState } from 'preact/hooks'

/** What is typed, a text or the state of a form, once typing rests for some milliseconds. */
export function useRested<T extends string | object>(typed: T, milliseconds: number): T {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), milliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}
