import { useBlob } from '../blob.ts'
import { inboxPaths, type InboxItem, nameOf } from '../inbox.ts'
import { Pdf } from './pdf.tsx'
import { Failure } from './states.tsx'

/** A picture as it was sent. */
function Picture({ path, type, title }: { path: string; type: string; title: string }) {
  const { url, refusal } = useBlob(path, type) ?? {}
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
