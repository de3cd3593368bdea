import { api } from '../api.ts'
import { t } from '../words.ts'
import { Icon } from './icon.tsx'

/** Hands a file over to the browser's downloads. */
export async function download(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await api.file(path))
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
      <button
        type="button"
        class="btn quiet sq only-wide"
        title={t('download')}
        aria-label={t('download')}
        onClick={() => void download(csv, `${name}.csv`)}
      >
        <Icon name="download" />
      </button>
    </>
  )
}
