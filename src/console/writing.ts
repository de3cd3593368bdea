import { useState } from 'preact/hooks'
import { api, WAITS } from './api.ts'
import { type Fault, Refusal } from './refusal.ts'
import type { Write } from './sending.ts'
import { t } from './words.ts'

/** How a write goes: whether it is under way, and what was refused. */
export interface Writing {
  isSending: boolean
  faults: readonly Fault[]
  messages: readonly string[]
  /**
   * Sends a write, unless another is under way; one that is only tried may overtake. A POST of a body has a key of its
   * own.
   * @returns what it answered; undefined where it was not sent, or refused.
   */
  send: <T>(method: string, path: string, what?: Write) => Promise<{ answer: T } | undefined>
  clear: () => void
}

/** Sends writes one at a time, and keeps what was refused of the last. */
export function useWriting(): Writing {
  const [isSending, setSending] = useState(false)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  async function send<T>(method: string, path: string, what: Write = {}): Promise<{ answer: T } | undefined> {
    if (isSending && !what.isDry) return undefined
    setSending(true)
    setFaults([])
    try {
      const key = method === 'POST' && what.form === undefined ? { key: crypto.randomUUID() } : {}
      return {
        answer: await api.write<T>(method, path, { ...key, mayWait: !what.isDry && what.form === undefined, ...what }),
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setFaults(error.message === WAITS ? [{ errorCode: '', message: t('writeWaits') }] : error.told)
      return undefined
    } finally {
      setSending(false)
    }
  }
  return { isSending, faults, messages: faults.map(({ message }) => message), send, clear: () => setFaults([]) }
}
