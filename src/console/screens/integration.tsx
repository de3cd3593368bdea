import type { Place } from '../integration.ts'
import { t } from '../words.ts'
import { Later } from './later.tsx'

const load = () => import('./integration-screens.tsx').then(({ IntegrationScreen }) => IntegrationScreen)

/** A screen of the half Integration. Its script comes when somebody opens one: who keeps books never loads it. */
export const Integration = ({ place, id }: { place: Place; id: string | undefined }) => (
  <Later title={t('integration')} load={load} props={{ place, id }} />
)
