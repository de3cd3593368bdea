import { useEffect, useState } from 'preact/hooks'
import { api } from './api.ts'
import { type Refusal, whenRefused } from './refusal.ts'

/** A file that was read, by an address of the page's own; or why it was not. */
export interface Blobbed {
  path: string
  url?: string
  refusal?: Refusal
}

/**
 * A file that is read by the API, so that it is let in as every other request, and typed by us.
 * @param version of what it shows: it is read again with another one, and the old one stands until then.
 */
export function useBlob(path: string, type: string, version = ''): Blobbed | undefined {
  const [read, setRead] = useState<Blobbed | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    api.file(path).then(
      (bytes) => {
        if (isWanted) setRead({ path, url: URL.createObjectURL(new Blob([bytes], { type })) })
      },
      whenRefused((refusal) => isWanted && setRead({ path, refusal })),
    )
    return () => {
      isWanted = false
    }
  }, [path, version])
  const url = read?.url
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
  return read
}
