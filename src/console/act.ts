import { useState } from 'preact/hooks'
import { api, type Fault, Refusal, type Write } from './api.ts'

/** A write that a button makes: whether it is under way, and what was wrong with the last. */
export interface Acting {
  isUnderWay: boolean
  faults: readonly Fault[]
  /** Writes, unless something is under way; undefined where it was refused. */
  write<T>(method: string, path: string, what?: Write): Promise<{ answer: T } | undefined>
}

/** Writes by buttons, one at a time, and keeps what the service said against it. */
export function useAct(): Acting {
  const [isUnderWay, setUnderWay] = useState(false)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  async function write<T>(method: string, path: string, what: Write = {}): Promise<{ answer: T } | undefined> {
    if (isUnderWay) return undefined
    setUnderWay(true)
    try {
      const answer = await api.write<T>(method, path, what)
      setFaults([])
      return { answer }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setFaults(error.told)
      return undefined
    } finally {
      setUnderWay(false)
    }
  }
  return { isUnderWay, faults, write }
}
