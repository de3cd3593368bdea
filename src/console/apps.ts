import type { Listed } from './books.ts'
import { useMaster } from './reads.ts'
import { type Grant, isSuperUser, labPaths } from './sandbox.ts'
import { t } from './words.ts'

/** The app that the console is. */
export const CONSOLE_APP = 'Console'

/** The apps that have, or had, a key; none for who may not read the grants. Undefined while they are asked for. */
export function useApps(): readonly { app: number; name: string }[] | undefined {
  const { data, isLoading } = useMaster<Listed<Grant>>(isSuperUser() ? labPaths.grants : undefined)
  if (isLoading) return undefined
  const named = (data?.items ?? []).map(({ app, appName }) => [app, appName ?? t('appOf', { n: app })] as const)
  return [...new Map(named)].map(([app, name]) => ({ app, name }))
}

/** The names of apps by their number, of which requests say no more; who may not read the grants has the number. */
export function useAppName(): (app: number) => string {
  const grants = useMaster<Listed<Grant>>(isSuperUser() ? labPaths.grants : undefined).data?.items ?? []
  return (app) => grants.find((one) => one.app === app)?.appName ?? t('appOf', { n: app })
}
