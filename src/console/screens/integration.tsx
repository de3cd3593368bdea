import { useEffect, useState } from 'preact/hooks'
import { Page } from '../frame/page.tsx'
import type { Place } from '../integration.ts'
import { Failure } from '../parts/states.tsx'
import { Refusal } from '../refusal.ts'
import { t } from '../words.ts'
import type { IntegrationScreen } from './integration-screens.tsx'

/** A screen of the half Integration. Its script comes when somebody opens one: who keeps books never loads it. */
export function Integration({ place, id }: { place: Place; id: string | undefined }) {
  const [loaded, show] = useState<{ IntegrationScreen: typeof IntegrationScreen } | undefined>(undefined)
  const [isMissing, miss] = useState(false)
  useEffect(() => {
    import('./integration-screens.tsx').then(show, () => miss(true))
  }, [])
  if (loaded) return <loaded.IntegrationScreen place={place} id={id} />
  return (
    <Page title={t('integration')}>{isMissing && <Failure refusal={new Refusal(0, 'offline', [], undefined)} />}</Page>
  )
}
