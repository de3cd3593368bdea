import type { Listed } from './books.ts'
import { useMaster } from './reads.ts'
import { type Grant, isSuperUser, labPaths } from './sandbox.ts'
import { t } from './words.ts'

/** The names of apps by their number, of which requests say no more; who may not read the grants has the number. */
export function useAppName(): (app: number) => string {
  const grants = useMaster<Listed<Grant>>(isSuperUser() ? labPaths.grants : undefined).data?.items ?? []
  return (app) => grants.find((one) => one.app === app)?.appName ?? t('appOf', { n: app })
}
