import { useEffect, useState } from 'preact/hooks'
import { api, wholeOf } from './api.ts'
import { type Refusal, whenRefused } from './refusal.ts'

/** What a read has come to. */
export interface Reading<T> {
  data: T | undefined
  refusal: Refusal | undefined
  isLoading: boolean
}

/** How long master data (accounts, journals, the company) is taken as read, in milliseconds. */
const MASTER_MILLISECONDS = 60_000

/**
 * What a path is answered, and again after each write. Figures that are known already stand at once, and are read anew;
 * with `within` they are not, while they are no older than that. `isWhole` reads a list by cursor to its end.
 */
export function useRead<T>(path: string | undefined, within = 0, isWhole = false): Reading<T> {
  const [, show] = useState(0)
  const [refused, refuse] = useState<{ path: string; refusal: Refusal } | undefined>(undefined)
  const generation = api.generation.value
  const name = path === undefined ? undefined : isWhole ? wholeOf(path) : path
  const data = name === undefined ? undefined : api.known<T>(name)
  useEffect(() => {
    if (path === undefined) return
    const young = within > 0 ? api.known<T>(name!, within) : undefined
    if (young !== undefined) {
      // Somebody else read it since this was drawn.
      if (young !== data) show((count) => count + 1)
      return
    }
    let isWanted = true
    const read = isWhole ? api.readAll : api.read
    read<T>(path, within > 0).then(
      () => isWanted && (refuse(undefined), show((count) => count + 1)),
      whenRefused((refusal) => isWanted && refuse({ path, refusal })),
    )
    return () => {
      isWanted = false
    }
  }, [name, generation, within])
  const refusal = refused && refused.path === path ? refused.refusal : undefined
  return { data, refusal, isLoading: path !== undefined && data === undefined && refusal === undefined }
}

/** Master data: a list is read to its end; not again for a minute. */
export const useMaster = <T>(path: string | undefined, isList = false): Reading<T> =>
  useRead<T>(path, MASTER_MILLISECONDS, isList)

/** A list by cursor, all of it. */
export const useWhole = <T>(path: string | undefined): Reading<T> => useRead<T>(path, 0, true)

/**
 * What a write would do, asked again when what is written, or the version of what it is about, changes. While it is
 * asked anew nothing is said: `useLast` keeps what was said before.
 * @param body undefined asks nothing.
 */
export function useTrial<T>(method: string, path: string, body: unknown, version: string): Reading<T> {
  const [told, tell] = useState<{ asked: string; data?: T; refusal?: Refusal } | undefined>(undefined)
  const asked = body === undefined ? undefined : `${path} ${JSON.stringify(body)} ${version}`
  useEffect(() => {
    if (asked === undefined) return
    let isWanted = true
    api
      .tryOut<T>(method, path, { body }, () => isWanted)
      .then(
        (data) => isWanted && tell({ asked, data: data! }),
        whenRefused((refusal) => isWanted && tell({ asked, refusal })),
      )
    return () => {
      isWanted = false
    }
  }, [asked])
  const own = told?.asked === asked ? told : undefined
  return { data: own?.data, refusal: own?.refusal, isLoading: asked !== undefined && own === undefined }
}
