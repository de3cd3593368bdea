/** A merge field in a template: `[INVOICENO]`, upper or lower case. */
export const MERGE_FIELD = /\[([A-Za-z][A-Za-z0-9_]*)\]/g

/** Escapes a value for the place where it is filled in. */
export type Escape = (value: string) => string

/** Within a path segment or a query's value. */
export const inUrl: Escape = (value) => encodeURIComponent(value)

/**
 * The escape for a body of a content type (rule 10.3): for a form's value, for a JSON string, or none in
 * any other text.
 */
export function inBody(contentType: string): Escape {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded')
    return (value) => new URLSearchParams({ '': value }).toString().slice(1)
  if (/^(application|text)\/(.+\+)?json$/.test(type)) return (value) => JSON.stringify(value).slice(1, -1)
  return (value) => value
}

/**
 * Replaces merge fields by the event's values. A field that the event does not have stays as it is.
 * @param fields values by the fields' names in capitals.
 */
export function fill(template: string, fields: Readonly<Record<string, string>>, escape: Escape): string {
  return template.replace(MERGE_FIELD, (field, name: string) => {
    const key = name.toUpperCase()
    return Object.hasOwn(fields, key) ? escape(fields[key]!) : field
  })
}
