// Preloaded (`node --import`): the program's clock begins at noon of the day in TEST_CLOCK, and goes on from there.
// Debian's faketime does the same to any program. This needs no package, and leaves the database's clock alone, which
// must not decide what a day is.

const shift = Date.parse(`${process.env.TEST_CLOCK}T12:00:00Z`) - Date.now()
const now = Date.now

globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now() + shift] : given, made),
  apply: (target) => new target(now() + shift).toString(),
  get: (target, name) => (name === 'now' ? () => now() + shift : Reflect.get(target, name)),
})
