import type { Field } from '../resource/fields.ts'
import type { Resource } from '../resource/resource.ts'
import { column } from './stored-rows.ts'

/**
 * The numbers that a create gives out: those of the agreement, and those counted for each value of another property.
 */
export interface Series {
  steps: string[]
  /** The rows to write, as `good`, with their numbers. */
  from: string
  /** SQL for the number of a property, over `from`. */
  valueOf(property: string): string
  /**
   * SQL for what the answer tells of the numbers: the first of the agreement's, and those of an identifier counted
   * otherwise.
   */
  first: string
  numbers: string
}

/**
 * The numbers that creating items of a resource takes; undefined where none are counted.
 * @throws Error for a declaration that counts two properties for each value of others, or one that may be given and
 * another: their counters would be one.
 */
export function numberSeries(resource: Resource): Series | undefined {
  const counted = Object.entries(resource.fields).filter(([, { facts }]) => facts.counted)
  if (counted.length === 0) return undefined
  if (counted.some(([, { facts }]) => facts.counted!.unlessGiven)) return givenOrFree(resource, counted)
  const arrays = counted.filter(([, { facts }]) => facts.counted!.by !== undefined).map(([property]) => property)
  const within = counted.filter(([, { facts }]) => facts.counted!.per !== undefined)
  if (within.length > 1) throw new Error(`${resource.name} counts two properties for each value of others.`)
  const isTaken = within.length < counted.length
  const name = counted.find(([, { facts }]) => facts.counted!.series)?.[1].facts.counted!.series ?? resource.table
  const taken = `taken AS MATERIALIZED (SELECT take_numbers($1::int, '${name}', count(*)::int)
    AS first${arrays
      .map(
        (property) => `, ${resource.fields[property]!.facts.counted!.by!}($1::int, '${resource.table}',
    count(*)::int) AS ${column(resource, property)}`,
      )
      .join('')} FROM good HAVING count(*) > 0)`
  const steps = isTaken ? [taken] : []
  const first = isTaken ? '(SELECT first FROM taken)' : 'NULL::int'
  const rows = isTaken ? 'good CROSS JOIN taken' : 'good'
  const ofAgreement = '(taken.first + good.place)::int'
  const [own] = within
  const valueOf = (property: string): string =>
    arrays.includes(property) ? `taken.${column(resource, property)}[good.place + 1]` : ofAgreement
  if (!own) return { steps, from: rows, valueOf, first, numbers: 'NULL' }
  const by = column(resource, own[1].facts.counted!.per!)
  const names = `${
    isTaken
      ? `${ofAgreement} AS number_taken,
    `
      : ''
  }(s.first + row_number() OVER (PARTITION BY good.${by} ORDER BY good.place) - 1)::int AS number_within`
  steps.push(
    `series AS MATERIALIZED (SELECT g.value, take_numbers($1::int, '${resource.table} of ' || g.value, g.amount)
      AS first
      FROM (SELECT good.${by} AS value, count(*)::int AS amount FROM good GROUP BY good.${by} ORDER BY good.${by}) g)`,
    `numbered AS MATERIALIZED (SELECT good.*, ${names} FROM ${rows} JOIN series s ON s.value = good.${by})`,
  )
  const isKey = resource.key.includes(own[0])
  return {
    steps,
    from: 'numbered good',
    valueOf: (property) => (property === own[0] ? 'good.number_within' : 'good.number_taken'),
    first,
    numbers: isKey ? '(SELECT json_agg(number_within ORDER BY place)::text FROM numbered)' : 'NULL',
  }
}

/** The numbers of a property that may be given: what was given, and for the others the next that are free. */
function givenOrFree(resource: Resource, counted: readonly (readonly [property: string, field: Field])[]): Series {
  if (counted.length > 1) throw new Error(`${resource.name} counts another property beside one that may be given.`)
  const [property, { facts }] = counted[0]!
  const number = `good.${column(resource, property)}`
  const within = facts.counted!.per === undefined ? undefined : column(resource, facts.counted!.per)
  const [of, value] = within === undefined ? ['NULL', 'NULL::int'] : [`'${within}'`, `good.${within}`]
  const steps = [
    `series AS MATERIALIZED (SELECT ${value} AS value, take_free_numbers($1::int, '${resource.table}', ${of}, ${value},
        (count(*) FILTER (WHERE ${number} IS NULL))::int,
          coalesce(array_agg(${number}) FILTER (WHERE ${number} IS NOT NULL), '{}')) AS free
      FROM good GROUP BY ${within === undefined ? '()' : value} HAVING count(*) > 0 ORDER BY 1)`,
    `numbered AS MATERIALIZED (SELECT good.*, coalesce(${number},
        s.free[row_number() OVER (PARTITION BY ${value}, ${number} IS NULL ORDER BY good.place)]) AS number_given
      FROM good JOIN series s ON s.value IS NOT DISTINCT FROM ${value})`,
  ]
  return {
    steps,
    from: 'numbered good',
    valueOf: () => 'good.number_given',
    first: 'NULL::int',
    numbers: '(SELECT json_agg(number_given ORDER BY place)::text FROM numbered)',
  }
}
