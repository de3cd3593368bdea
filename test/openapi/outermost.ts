import { type ApiVersion, versionsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'

/** The newest and the oldest version of every API: between them every other differs in less than these two do. */
export const outermost: readonly ApiVersion[] = apis.flatMap((api) => {
  const versions = versionsOf(api)
  return versions.length === 1 ? versions : [versions[0]!, versions.at(-1)!]
})
