import { useEffect, useState } from 'preact/hooks'
import type { faultInWords } from './faults/said.ts'
import type { Fault, Refusal } from './refusal.ts'

/**
 * A refusal in the words of the reader. They come when there is the first refusal: who is refused nothing never loads
 * them. Where they do not come, it says what the API says.
 */
export async function worded(refusal: Refusal): Promise<Refusal> {
  if (refusal.status === 0) return refusal
  try {
    const { refusalInWords } = await import('./faults/said.ts')
    return refusalInWords(refusal)
  } catch {
    return refusal
  }
}

/** Faults that an answer tells of, in the words of the reader once they have come. */
export function useWorded(faults: readonly Fault[]): readonly Fault[] {
  const [inWords, setInWords] = useState<typeof faultInWords | undefined>(undefined)
  const isAsked = faults.length > 0
  useEffect(() => {
    if (!isAsked) return
    import('./faults/said.ts').then(
      (said) => setInWords(() => said.faultInWords),
      () => {},
    )
  }, [isAsked])
  return inWords ? faults.map(inWords) : faults
}
