import { useBlob } from '../blob.ts'
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
  const read = useBlob(path, 'application/pdf', version)
  if (read?.path !== path) return <div class="pdf" />
  if (read.refusal) {
    if (isDraft && read.refusal.status === 400) return <p class="state m3">{t('previewNot')}</p>
    return <Failure refusal={read.refusal} />
  }
  return (
    <div class="pdf">
      <iframe class="only-wide" title={title} src={`${read.url}#toolbar=0&navpanes=0&view=FitH`} />
      <a class="l s" href={read.url} target="_blank" rel="noreferrer">
        <Icon name="away" /> {t('openDocument')}
      </a>
    </div>
  )
}
