/** What a migration has between its semicolons: texts in quotes, names in quotes, bodies between $…$, comments. */
const PART = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|;|[^'"$;-]+|[$-]/g

/** The statements of a migration, each by itself and without comments before it. */
export function statementsOf(script: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [part] of `${script};`.matchAll(PART)) {
    if (part.startsWith('--')) continue
    if (part !== ';') {
      statement += part
      continue
    }
    if (statement.trim() !== '') statements.push(statement.trim())
    statement = ''
  }
  return statements
}
