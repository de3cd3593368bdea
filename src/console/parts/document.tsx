import { useEffect, useState } from 'preact/hooks'
import { api, whenRefused, type Refusal } from '../api.ts'
import { inboxPaths, type InboxItem, nameOf } from '../inbox.ts'
import { Pdf } from './pdf.tsx'
import { Failure } from './states.tsx'

/** A picture that is read by the API, so that it is let in as every other request. */
function Picture({ path, type, title }: { path: string; type: string; title: string }) {
  const [read, setRead] = useState<{ url?: string; refusal?: Refusal }>({})
  useEffect(() => {
    let isWanted = true
    api.send('GET', path).then(
      async (response) => {
        const bytes = await response.arrayBuffer()
        if (isWanted) setRead({ url: URL.createObjectURL(new Blob([bytes], { type })) })
      },
      whenRefused((refusal) => isWanted && setRead({ refusal })),
    )
    return () => {
      isWanted = false
    }
  }, [path])
  const { url, refusal } = read
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
  if (refusal) return <Failure refusal={refusal} />
  return <div class="pic">{url && <img src={url} alt={title} />}</div>
}

/** The document itself: a picture as it was sent, all else as a PDF. */
export function Document({ item }: { item: InboxItem }) {
  const { kind, number } = item
  const title = nameOf(item)
  if (kind === 'jpeg' || kind === 'png')
    return <Picture key={number} path={inboxPaths.file(number)} type={`image/${kind}`} title={title} />
  return <Pdf key={number} path={inboxPaths.pdf(number)} title={title} />
}
