import { api } from '../api.ts'
import { t } from '../words.ts'
import { Icon } from './icon.tsx'

/** Hands a file of the API over to the browser's downloads. */
export async function download(path: string, name: string): Promise<void> {
  save(await api.file(path), name)
}

/** Hands bytes over to the browser's downloads. */
export function save(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Prints what the page shows. */
export const PrintButton = () => (
  <button
    type="button"
    class="btn quiet sq only-wide"
    title={t('print')}
    aria-label={t('print')}
    onClick={() => print()}
  >
    <Icon name="print" />
  </button>
)

/** Print a report, and have it as CSV. */
export function ReportButtons({ csv, name }: { csv: string; name: string }) {
  return (
    <>
      <PrintButton />
      <DownloadButton onClick={() => void download(csv, `${name}.csv`)} />
    </>
  )
}

/** Has what is shown as CSV. */
export const DownloadButton = ({ onClick, isOff = false }: { onClick: () => void; isOff?: boolean }) => (
  <button
    type="button"
    class="btn quiet sq only-wide"
    title={t('download')}
    aria-label={t('download')}
    disabled={isOff}
    onClick={onClick}
  >
    <Icon name="download" />
  </button>
)
