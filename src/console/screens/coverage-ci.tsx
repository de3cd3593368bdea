import { useState } from 'preact/hooks'
import { curlOf } from '../calls.ts'
import { Dialog } from '../frame/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { download } from '../parts/report-buttons.tsx'
import { useRead } from '../reads.ts'
import { type Coverage, labPaths } from '../sandbox.ts'
import { t } from '../words.ts'

/** What is asked for at first, in percent. */
const MIN = 80

/** How a job has the coverage as JSON, and ends where it is too little. */
export function CoverageForCi({ app, close }: { app: string | null; close: () => void }) {
  const [min, setMin] = useState(MIN)
  const path = labPaths.coverageFor(app, min)
  const one = useRead<Coverage>(path).data
  const call = curlOf({ method: 'GET', path, body: undefined, isDry: false })
  const command = `${call} -sS -o coverage.json && grep -q '"isEnough":true' coverage.json`
  const typed = (event: Event): void => {
    const value = Number((event.currentTarget as HTMLInputElement).value)
    if (Number.isInteger(value) && value >= 0 && value <= 100) setMin(value)
  }
  return (
    <Dialog title={t('jsonForCi')} close={close}>
      <p class="m2">{t('jsonForCiText')}</p>
      <div class="row-b ends">
        <label class="f">
          <span>{t('ciMin')}</span>
          <input class="in-t n" name="min" inputMode="numeric" defaultValue={String(MIN)} onInput={typed} />
        </label>
        {one && (
          <span class={one.isEnough ? 's m2' : 's warn'} role="status" data-enough={one.isEnough}>
            {t(one.isEnough ? 'ciEnough' : 'ciLess', { percent: one.percent, min })}
          </span>
        )}
      </div>
      <pre class="code any" tabIndex={0}>
        {command}
      </pre>
      <div class="row">
        <button type="button" class="btn" onClick={() => void navigator.clipboard.writeText(command)}>
          <Icon name="copy" />
          {t('copy')}
        </button>
        <button type="button" class="btn" onClick={() => void download(path, 'coverage.json')}>
          <Icon name="download" />
          coverage.json
        </button>
      </div>
    </Dialog>
  )
}
