import { describe, expect, test } from 'vitest'
import type { Sql } from '../../src/resource/sql.ts'
import { FOR_SHARE, itemRow, joined, rowNamed, rowsOf, sql, storedRow } from '../../src/resource/sql.ts'

const [item, stored, other] = [itemRow('r'), storedRow('(r.old)'), rowNamed('x')]

describe('a piece of SQL', () => {
  test('tells what it and its pieces look at', () => {
    const inner = sql`EXISTS (SELECT FROM ${rowsOf('customer')} x WHERE ${other.number} = ${item.customer_number} ${FOR_SHARE})`
    const whole = sql`${inner} AND ${item.due_on} < ${stored.due_on} OR ${3} > ${'now()'}`
    expect(whole.text).toBe(
      'EXISTS (SELECT FROM customer x WHERE x.number = r.customer_number FOR SHARE) AND r.due_on < (r.old).due_on OR 3 > now()',
    )
    expect(whole.looks).toEqual({
      columns: new Set(['customer_number', 'due_on']),
      tables: new Set(['customer']),
      isOfStored: true,
      locks: true,
      asksUse: false,
    })
    expect(sql`true`.looks).toEqual({
      columns: new Set(),
      tables: new Set(),
      isOfStored: false,
      locks: false,
      asksUse: false,
    })
  })

  test('has the name of its row where it is asked', () => {
    const late = (row: typeof item): Sql => sql`${row.due_on} < now()`
    expect([late(item).text, late(itemRow('good')).text]).toEqual(['r.due_on < now()', 'good.due_on < now()'])
    expect(joined([item.a!, item.b!], ' OR ').text).toBe('r.a OR r.b')
    expect(joined([], ' OR ').text).toBe('')
  })

  test('is refused as text, and a table in the text is, too', () => {
    expect(() => `${item.due_on} < now()`).toThrow('Put pieces of SQL together by sql')
    expect(() => sql`EXISTS (SELECT FROM customer x)`).toThrow("A table of SQL is a piece of its own, rowsOf('…')")
    expect(() => sql`${'(SELECT 1 FROM a JOIN b)'}`).toThrow('rowsOf')
    expect(sql`(SELECT 1 FROM json_array_elements(x) WHERE ${item.a} IS DISTINCT FROM ${item.b})`.text).toContain('r.a')
  })
})
