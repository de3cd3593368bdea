/** A part of a migration: a text or name in quotes, a body between $…$, a comment, a semicolon, or what is between. */
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

/** A statement that may hold several steps, and the table they change. */
const MANIFOLD = /^(ALTER TABLE\s+(\S+)\s|DROP INDEX\s)([\s\S]+)$/i
const PART_OF_STEP = /'(?:[^']|'')*'|"[^"]*"|[(),]|[^'"(),]+/g
/** A new column with its constraint last, which may have a name. */
const CONSTRAINED = /^(ADD COLUMN (\w+) [\s\S]*?)\s+(?:CONSTRAINT\s+(\w+)\s+)?(CHECK \([\s\S]*\)|UNIQUE)$/i

/**
 * Splits a statement of several steps into one for each: Citus takes only those, and only with a name for every
 * constraint. A constraint without a name gets the one that PostgreSQL gives. Any other statement stays as it is.
 */
export function stepsOf(statement: string): string[] {
  const [, command, table, all] = MANIFOLD.exec(statement) ?? []
  if (command === undefined) return [statement]
  const steps = ['']
  let depth = 0
  for (const [part] of all!.matchAll(PART_OF_STEP)) {
    if (part === '(') depth++
    if (part === ')') depth--
    if (part === ',' && depth === 0) steps.push('')
    else steps[steps.length - 1] += part
  }
  return steps
    .map((step) => step.trim())
    .flatMap((step) => {
      const [, column, name, given, constraint] = CONSTRAINED.exec(step) ?? []
      if (column === undefined) return [step]
      const isUnique = constraint!.toUpperCase() === 'UNIQUE'
      const named = given ?? `${table}_${name}_${isUnique ? 'key' : 'check'}`
      return [column, `ADD CONSTRAINT ${named} ${constraint}${isUnique ? ` (${name})` : ''}`]
    })
    .map((step) => command + step)
}
