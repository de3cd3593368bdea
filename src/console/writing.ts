import { useState } from 'preact/hooks'
import { api, type Fault, Refusal, type Write } from './api.ts'

/** How a write goes: whether it is under way, and what was refused. */
export interface Writing {
  isSending: boolean
  faults: readonly Fault[]
  messages: readonly string[]
  /** Sends a write with a key of its own. @returns whether it was taken; what it answered is handed to `then`. */
  send: <T>(method: string, path: string, what?: Write, then?: (answer: T) => void) => Promise<boolean>
  clear: () => void
}

/** Sends writes one at a time, and keeps what was refused of the last. */
export function useWriting(): Writing {
  const [isSending, setSending] = useState(false)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const send = async <T>(
    method: string,
    path: string,
    what: Write = {},
    then?: (answer: T) => void,
  ): Promise<boolean> => {
    setSending(true)
    setFaults([])
    try {
      const key = method === 'POST' && what.form === undefined ? { key: crypto.randomUUID() } : {}
      const answer = await api.write<T>(method, path, { ...key, ...what })
      then?.(answer)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setFaults(error.told)
      return false
    } finally {
      setSending(false)
    }
  }
  return { isSending, faults, messages: faults.map(({ message }) => message), send, clear: () => setFaults([]) }
}
