import { test } from 'vitest'
import { testDatabase } from '../test/database/harness.ts'
import { fillAgreement } from '../src/templates/templates.ts'
test('profile', { timeout: 600000 }, async () => {
  const own = await testDatabase()
  for (let i = 0; i < Number(process.env.ROUNDS ?? 1); i++) {
  const took = new Map<string, [number, number, number]>()
  const begun = performance.now()
  await own.database.transaction(async (t) => {
    await t.rows('INSERT INTO agreement (agreement, name) VALUES ($1, $2)', [700 + i, 'Demo'])
    const timed = (inner: typeof t): typeof t => new Proxy(inner, { get(target, name) {
      const value = (target as any)[name]
      if (name === 'savepoint') return (work: any) => target.savepoint((x: any) => work(timed(x)))
      if (typeof value !== 'function') return value
      return async (...args: any[]) => { const s = performance.now(); const r = await value.apply(target, args); const d = performance.now() - s
        const k = typeof args[0] === 'string' ? args[0].trim().replace(/\s+/g, ' ').slice(0, 110) : String(name); const o = took.get(k) ?? [0, 0, 0]; took.set(k, [o[0] + d, o[1] + 1, Math.max(o[2], d)]); return r }
    } }) as typeof t
    await fillAgreement(timed(t), 700 + i, 'demo')
  })
  console.log('total', Math.round(performance.now() - begun))
  for (const [k, [a, n, m]] of [...took].sort((x, y) => y[1][0] - x[1][0]).slice(0, 14)) console.log(Math.round(a), n, Math.round(m), k)
  }
  await own.drop()
})
