import { useEffect, useState } from 'preact/hooks'
import { api, Refusal } from '../api.ts'
import { t } from '../words.ts'
import { Icon } from './icon.tsx'
import { Failure } from './states.tsx'

interface PdfProps {
  path: string
  title: string
  /** Of what it shows: it is read again with another one, and the old one stands until then. */
  version?: string
  /** What is wrong with a draft is said elsewhere. */
  isDraft?: boolean
}

/** A PDF as the browser shows it, in a plain frame that is typed by us; on a phone a link to it. */
export function Pdf({ path, title, version = '', isDraft = false }: PdfProps) {
  const [read, setRead] = useState<{ path: string; url?: string; refusal?: Refusal } | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    api.send('GET', path).then(
      async (response) => {
        const bytes = await response.arrayBuffer()
        if (isWanted) setRead({ path, url: URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' })) })
      },
      (error: unknown) => {
        if (isWanted && error instanceof Refusal) setRead({ path, refusal: error })
      },
    )
    return () => {
      isWanted = false
    }
  }, [path, version])
  const url = read?.url
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
  if (read?.path !== path) return <div class="pdf" />
  if (read.refusal) {
    if (isDraft && read.refusal.status === 400) return <p class="state m3">{t('previewNot')}</p>
    return <Failure refusal={read.refusal} />
  }
  return (
    <div class="pdf">
      <iframe class="only-wide" title={title} src={`${url}#toolbar=0&navpanes=0&view=FitH`} />
      <a class="l s" href={url} target="_blank" rel="noreferrer">
        <Icon name="away" /> {t('openDocument')}
      </a>
    </div>
  )
}
