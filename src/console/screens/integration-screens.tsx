import type { Place } from '../integration.ts'
import { numberIn } from '../route.ts'
import { ApiKeysScreen } from './api-keys.tsx'
import { CoverageScreen } from './coverage.tsx'
import { RequestsScreen } from './requests.tsx'
import { SandboxScreen } from './sandbox.tsx'
import { WebhooksScreen } from './webhooks.tsx'

/** The screen of a place of the half Integration. */
export function IntegrationScreen({ place, id }: { place: Place; id: string | undefined }) {
  if (place === 'requests') return <RequestsScreen id={id} />
  if (place === 'webhooks') return <WebhooksScreen number={numberIn(id)} />
  if (place === 'keys') return <ApiKeysScreen />
  return place === 'sandbox' ? <SandboxScreen /> : <CoverageScreen />
}
