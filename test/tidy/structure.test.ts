import ts from 'typescript'
import { expect, test } from 'vitest'
import { KEPT_IN_MODULES } from './kept-in-modules.ts'
import { MAY_IMPORT } from './rooms.ts'
import { type Source, sourcesIn, textOf, walk } from './sources.ts'

const product = sourcesIn('src')
const tests = sourcesIn('test')

const roomOf = (path: string): string => path.split('/')[1]!

test('imports go one way', () => {
  const wrong = product.flatMap((source) => {
    const allowed = MAY_IMPORT[roomOf(source.path)] ?? {}
    return source
      .imports()
      .filter(({ path }) => roomOf(path) !== roomOf(source.path))
      .filter(
        ({ path, kind }) =>
          allowed[roomOf(path)] === undefined || (allowed[roomOf(path)] === 'types' && kind === 'values'),
      )
      .map(({ path, kind }) => `${source.path} imports ${kind} of ${path}`)
  })
  expect(wrong).toEqual([])
})

test('no rooms, and no files, import each other in a circle, not even types', () => {
  const files = new Map(product.map((source) => [source.path, source.imports().map(({ path }) => path)]))
  const rooms = new Map<string, string[]>()
  for (const [path, imports] of files) {
    const others = imports.map(roomOf).filter((room) => room !== roomOf(path))
    rooms.set(roomOf(path), [...(rooms.get(roomOf(path)) ?? []), ...others])
  }
  expect(circlesOf(rooms)).toEqual([])
  expect(circlesOf(files)).toEqual([])
})

/** The names that lead to themselves by what they import. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const leadsTo = (from: string): Set<string> => {
    const found = new Set(imports.get(from))
    for (const one of found) for (const next of imports.get(one) ?? []) found.add(next)
    return found
  }
  return [...imports.keys()].filter((name) => leadsTo(name).has(name))
}

test('circles are found, of one name and of several', () => {
  const imports = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['e'], f: ['a'] }
  expect(circlesOf(new Map(Object.entries(imports)))).toEqual(['a', 'b', 'c', 'e'])
})

test('a type has one name and one home within its room', () => {
  const homes = new Map<string, string[]>()
  for (const { path, tree } of product) {
    for (const node of tree.statements) {
      if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node) && !ts.isClassDeclaration(node)) continue
      if (!isExported(node) || !node.name) continue
      const name = `${roomOf(path)} ${node.name.text}`
      homes.set(name, [...(homes.get(name) ?? []), path])
    }
  }
  expect(homes.size).toBeGreaterThan(500)
  expect([...homes].filter(([, paths]) => paths.length > 1)).toEqual([])
})

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

test('modules keep nothing that changes, but for what is listed with its reason', () => {
  const kept = product.flatMap(({ path, tree }) =>
    tree.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) =>
        declarationList.declarations.filter((one) => changes(one, declarationList.flags, tree)),
      )
      .map(({ name }) => `${path} ${name.getText(tree)}`),
  )
  expect(kept.sort()).toEqual(Object.keys(KEPT_IN_MODULES).sort())
})

/** Classes whose objects stay as they are made. */
const UNCHANGING = ['RegExp', 'URL', 'Date', 'BlockList', 'TextEncoder', 'TextDecoder']

/**
 * Whether a variable can be given another value, or has one that is made to be filled: an instance, or an empty list or
 * object.
 */
function changes({ initializer, type }: ts.VariableDeclaration, flags: ts.NodeFlags, tree: ts.SourceFile): boolean {
  if (!(flags & ts.NodeFlags.Const)) return true
  if (!initializer || /^(readonly |Readonly)/.test(type?.getText(tree) ?? '')) return false
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0
  if (ts.isObjectLiteralExpression(initializer)) return initializer.properties.length === 0
  if (!ts.isNewExpression(initializer)) return false
  const made = initializer.expression.getText(tree)
  return !made.startsWith('Intl.') && !UNCHANGING.includes(made)
}

test('no import that is allowed stands unused in the table', () => {
  const used = new Set(
    product.flatMap((source) => source.imports().map(({ path }) => `${roomOf(source.path)} ${roomOf(path)}`)),
  )
  const unused = Object.entries(MAY_IMPORT)
    .flatMap(([room, rooms]) => Object.keys(rooms).map((other) => `${room} ${other}`))
    .filter((pair) => !used.has(pair))
  expect(unused.filter((pair) => pair !== 'resources errors')).toEqual([])
})

test('every room has its place in the table', () => {
  expect([...new Set(product.map(({ path }) => roomOf(path)))].sort()).toEqual(Object.keys(MAY_IMPORT).sort())
})

test('the program never calls inject of Fastify, which loads a package that needs a newer Node than it (docs/dependencies.md)', () => {
  expect(product.filter(({ text }) => /\.inject\(/.test(text))).toEqual([])
})

test('no file of src finds another by climbing folders: compiled, it lies elsewhere', () => {
  expect(product.filter(({ text }) => /new URL\('\.\.\/\.\./.test(text)).map(({ path }) => path)).toEqual([])
})

test('the bench knows the inside of the product in one file only', () => {
  const importing = sourcesIn('bench').filter((source) => source.imports().some(({ path }) => path.startsWith('src/')))
  expect(importing.map(({ path }) => path)).toEqual(['bench/product.ts'])
})

test('every file of src is reached from main.ts, from what parsers or browsers run, or from what the package exports', () => {
  const roots = [
    'src/main.ts',
    'src/parser.ts',
    'src/console/main.tsx',
    'src/client/client.ts',
    'src/testing/testing.ts',
    'src/testing/host.ts',
  ]
  expect(unreached(product, roots)).toEqual([])
})

/** What the console may load besides its own files and the client (`MAY_IMPORT`). */
const OF_BROWSERS = /^(preact(\/hooks)?|@preact\/signals|@simplewebauthn\/browser|uplot)$/

test('the console imports libraries for browsers alone, and nothing else imports those', () => {
  const wrong = product.flatMap((source) =>
    packagesOf(source)
      .filter((name) => OF_BROWSERS.test(name) !== (roomOf(source.path) === 'console'))
      .map((name) => `${source.path} imports ${name}`),
  )
  expect(wrong).toEqual([])
})

/** The packages that a file imports, also Node's own. */
function packagesOf({ tree }: Source): string[] {
  const names: string[] = []
  walk(tree, (node) => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined
    if (named && ts.isStringLiteral(named) && !named.text.startsWith('.')) names.push(named.text)
  })
  return names
}

test('what changes a library for a whole process, and what parses, is loaded by parsers alone', () => {
  const ofParsers = ['src/parser.ts', 'src/parsing/child.ts', 'src/documents/jobs.ts', 'src/documents/bounded-pdf.ts']
  const byPath = new Map(product.map((source) => [source.path, source]))
  const loaded = new Set(['src/main.ts'])
  for (const path of loaded) {
    const source = byPath.get(path)
    for (const one of source ? source.imports() : []) if (one.kind === 'values') loaded.add(one.path)
  }
  expect(loaded.size).toBeGreaterThan(300)
  expect(ofParsers.filter((path) => loaded.has(path))).toEqual([])
})

test('every file of the tests is a test, or is used by one', () => {
  const roots = tests.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'))
  const named = `${textOf('vitest.config.ts')}\n${textOf('package.json')}`.match(/test\/[\w./-]+\.ts/g)!
  expect(unreached(tests, [...roots, ...named])).toEqual([])
})

function unreached(sources: readonly Source[], roots: readonly string[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set(roots)
  for (const path of reached) {
    const source = byPath.get(path)
    for (const { path: imported } of source ? source.imports() : []) reached.add(imported)
  }
  return [...byPath.keys()].filter((path) => !reached.has(path))
}

test('every limit limits something', () => {
  const limits = product.filter(({ path }) => path.endsWith('/limits.ts'))
  const unused = limits.flatMap((source) => {
    const users = product.filter((user) => user.imports().some(({ path }) => path === source.path))
    const names = new Set(users.flatMap(identifiersOf))
    return exportedNames(source).filter((name) => !names.has(name))
  })
  expect(unused).toEqual([])
})

function identifiersOf(source: Source): string[] {
  const names: string[] = []
  walk(source.tree, (node) => {
    if (ts.isIdentifier(node) && !ts.isImportSpecifier(node.parent)) names.push(node.text)
  })
  return names
}

function exportedNames({ tree }: Source): string[] {
  return tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations.map(({ name }) => name.getText(tree)))
}

test('every error code can be met', () => {
  const codes = product
    .filter(({ path }) => path.startsWith('src/errors/'))
    .flatMap(({ tree }) => tree.statements.filter(ts.isVariableStatement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => keysOf(initializer))
  expect(codes.length).toBeGreaterThan(100)
  const named = new Set<string>()
  for (const { tree } of product.filter(({ path }) => !path.startsWith('src/errors/'))) {
    walk(tree, (node) => void (ts.isStringLiteralLike(node) && named.add(node.text)))
  }
  expect(codes.filter((code) => !named.has(code))).toEqual([])
})

function keysOf(node: ts.Expression | undefined): string[] {
  const object = node && ts.isSatisfiesExpression(node) ? node.expression : node
  if (!object || !ts.isObjectLiteralExpression(object)) return []
  return object.properties.filter(ts.isPropertyAssignment).map(({ name }) => name.getText())
}

/** The inner rooms of the rooms that have grown large, the upper before those they may use. */
const INNER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  'src/ledger': [
    'proof',
    'years',
    'projects',
    'vat-returns',
    'matching',
    'budgets',
    'booking',
    'drafts',
    'reports',
    'parties',
  ],
  'src/request': ['query', 'write', 'protocol'],
  'src/saf-t': ['export', 'import', 'read'],
  'src/database': ['distribution', 'health', 'migrating', 'placement', 'pool', 'embedded', 'driver'],
}

test.each(Object.entries(INNER_ROOMS))('inner rooms of %s use each other one way', (room, order) => {
  const placeOf = (path: string): number => order.indexOf(path.slice(room.length + 1).split('/')[0]!)
  const inner = product.filter(({ path }) => path.startsWith(`${room}/`) && path.split('/').length > 3)
  expect([...new Set(inner.map(({ path }) => path.split('/')[2]))].sort()).toEqual([...order].sort())
  const wrong = inner.flatMap((source) =>
    source
      .imports()
      .filter(({ path }) => path.startsWith(`${room}/`))
      .filter(({ path }) => path.split('/').length > 3 && placeOf(path) < placeOf(source.path))
      .map(({ path }) => `${source.path} imports ${path}`),
  )
  expect(wrong).toEqual([])
})

test.each(Object.keys(INNER_ROOMS))('a file at the top of %s is above its inner rooms, or below them', (room) => {
  const isInner = (path: string): boolean => path.startsWith(`${room}/`) && path.split('/').length > 3
  const isTop = (path: string): boolean => path.startsWith(`${room}/`) && path.split('/').length === 3
  const above = new Set(
    product
      .filter((source) => isTop(source.path) && source.imports().some(({ path }) => isInner(path)))
      .map(({ path }) => path),
  )
  const wrong = product
    .filter(({ path }) => isInner(path))
    .flatMap((source) =>
      source
        .imports()
        .filter(({ path }) => above.has(path))
        .map(({ path }) => `${source.path} imports ${path}`),
    )
  expect(wrong).toEqual([])
})
