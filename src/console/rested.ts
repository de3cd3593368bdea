import { useEffect, useState } from 'preact/hooks'

/** What is typed, once typing rests for some milliseconds. */
export function useRested(text: string, milliseconds: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
