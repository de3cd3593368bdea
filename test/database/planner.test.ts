import { expect, test } from 'vitest'
import { testDatabase } from './harness.ts'

test('no plan turns on which agreements were there at the last ANALYZE', async () => {
  const { database, drop } = await testDatabase()
  try {
    const counted = await database.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement'
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND coalesce(a.attstattarget, -1) <> 0`,
    )
    expect(counted.map(({ name }) => name)).toEqual(['agreement'])
  } finally {
    await drop()
  }
})

test('statements are planned once and for solid-state disks, and no plan is compiled to machine code', async () => {
  const { database, drop } = await testDatabase()
  try {
    const [settings] = await database.rows(
      `SELECT current_setting('jit') AS jit, current_setting('plan_cache_mode') AS planning,
         current_setting('random_page_cost') AS "randomPage"`,
    )
    expect(settings).toEqual({ jit: 'off', planning: 'force_generic_plan', randomPage: '1.1' })
  } finally {
    await drop()
  }
})
