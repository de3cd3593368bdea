import { operationIds } from '../openapi/document.ts'
import { summaryOf } from '../openapi/operations.ts'
import { apiPath } from '../resource/versions.ts'
import { anchor } from './anchor.ts'
import { apiHref, type ShownApis } from './documents.ts'
import { everyError } from './errors.ts'
import { contentOf, guides } from './guides.ts'

/** Something that the search of the pages finds. */
interface Entry {
  kind: string
  title: string
  note: string
  href: string
}

const entry = (kind: string, title: string, note: string, href: string): Entry => ({ kind, title, note, href })

/** Everything that the search finds: operations of the newest versions, guides with their headings, error codes. */
export function searchIndex({ newest }: ShownApis): string {
  const operations = newest.flatMap((api) => {
    const ids = operationIds(api)
    return api.groups.flatMap((group) =>
      group.operations.map((operation) =>
        entry(
          api.title,
          summaryOf(group, operation),
          `${operation.method} ${apiPath(api)}${operation.path}`,
          apiHref(api, ids.get(operation)),
        ),
      ),
    )
  })
  const pages = guides().flatMap((guide) => [
    entry('Guide', guide.title, guide.lead, guide.href),
    ...contentOf(guide).headings.map((text) => entry('Guide', text, guide.title, `${guide.href}#${anchor(text)}`)),
  ])
  const codes = everyError().map(({ code, status, message }) =>
    entry('Error', code, `${status}: ${message}`, `/errors/${code}`),
  )
  return JSON.stringify([...pages, ...operations, ...codes])
}
