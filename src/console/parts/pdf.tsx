import { useEffect, useState } from 'preact/hooks'
import { api, Refusal } from '../api.ts'
import { t } from '../words.ts'
import { Icon } from './icon.tsx'
import { Failure } from './states.tsx'

/** A PDF as the browser shows it, in a plain frame that is typed by us; on a phone a link to it. */
export function Pdf({ path, title }: { path: string; title: string }) {
  const [read, setRead] = useState<{ path: string; url?: string; refusal?: Refusal } | undefined>(undefined)
  useEffect(() => {
    let url: string | undefined
    let isWanted = true
    api.send('GET', path).then(
      async (response) => {
        const bytes = await response.arrayBuffer()
        if (!isWanted) return
        url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
        setRead({ path, url })
      },
      (error: unknown) => {
        if (isWanted && error instanceof Refusal) setRead({ path, refusal: error })
      },
    )
    return () => {
      isWanted = false
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [path])
  if (read?.path !== path) return <div class="pdf" />
  if (read.refusal) return <Failure refusal={read.refusal} />
  return (
    <div class="pdf">
      <iframe class="only-wide" title={title} src={`${read.url}#toolbar=0&navpanes=0&view=FitH`} />
      <a class="l s" href={read.url} target="_blank" rel="noreferrer">
        <Icon name="away" /> {t('openDocument')}
      </a>
    </div>
  )
}
