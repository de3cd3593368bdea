import ts from 'typescript'
import { expect, test } from 'vitest'
import { COLUMNS_MAX, filesTooWide } from './columns.ts'
import { filesIn, placeOf, type Source, sourcesIn, textOf, walk } from './sources.ts'

const FUNCTION_LINES_MAX = 70
const FILE_LINES_MAX = 400
const EMPTY_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'misc']

const product = sourcesIn('src')
const tests = sourcesIn('test')
const everything = [...product, ...tests, ...sourcesIn('bench')]

/** Where in `sources` a node is one of those. */
function placesWhere(sources: readonly Source[], isOne: (node: ts.Node, source: Source) => boolean): string[] {
  return sources.flatMap((source) => {
    const places: string[] = []
    walk(source.tree, (node) => {
      if (isOne(node, source)) places.push(placeOf(source, node))
    })
    return places
  })
}

const linesOf = (text: string): number => text.trimEnd().split('\n').length

test(`functions have at most ${FUNCTION_LINES_MAX} lines`, () => {
  const long = everything.flatMap((source) => functionsOf(source).filter(({ lines }) => lines > FUNCTION_LINES_MAX))
  expect(long).toEqual([])
})

function functionsOf(source: Source): { place: string; lines: number }[] {
  const functions: { place: string; lines: number }[] = []
  walk(source.tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || isSuite(node)) return
    functions.push({ place: placeOf(source, node), lines: linesOf(node.getText(source.tree)) })
  })
  return functions
}

/** What `describe` is given groups tests, and is no function to read in one go. */
function isSuite({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && parent.expression.getText().startsWith('describe')
}

test(`files have at most ${FILE_LINES_MAX} lines`, () => {
  const written = ['src', 'test', 'bench']
    .flatMap(filesIn)
    .filter((path) => /\.(tsx?|sql)$/.test(path) && !path.endsWith('.d.ts'))
  const long = written
    .map((path) => ({ path, lines: linesOf(textOf(path)) }))
    .filter(({ lines }) => lines > FILE_LINES_MAX)
  expect(long).toEqual([])
})

test('files and folders are named for what they hold', () => {
  const words = (path: string): string[] => path.toLowerCase().split(/[^a-z]+/)
  const empty = ['src', 'test', 'bench']
    .flatMap(filesIn)
    .filter((path) => words(path).some((word) => EMPTY_NAMES.includes(word)))
  expect(empty).toEqual([])
})

test('nothing is left to be done later', () => {
  const marks = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME'].join('|')})\\b`)
  const marked = ['src', 'test', 'bench', 'docs']
    .flatMap(filesIn)
    .filter((path) => /\.(tsx?|sql|md)$/.test(path) && marks.test(textOf(path)))
  expect(marked).toEqual([])
})

test('tests wait as patiently as test/patience.ts: what Vitest waits with gives up after a second', () => {
  const hasty = placesWhere(
    tests,
    (node, { tree }) =>
      ts.isPropertyAccessExpression(node) && /^(vi\.waitFor|vi\.waitUntil|expect\.poll)$/.test(node.getText(tree)),
  )
  expect(hasty).toEqual([])
})

test('how long something takes decides no test: bounds of time end what hangs, and processor time is measured', () => {
  const HANGS_MILLISECONDS = 600_000
  const isHasty = (node: ts.Node): boolean =>
    ts.isNumericLiteral(node) ? Number(node.text) < HANGS_MILLISECONDS : (ts.forEachChild(node, isHasty) ?? false)
  const hasty = placesWhere(tests, (node, { tree }) => {
    if (!ts.isCallExpression(node)) return false
    const said = node.expression.getText(tree)
    if (/^expect\(.*(performance|Date)\.now\(\) - .*\.toBeLess/s.test(said)) return true
    if (!/^(test|(before|after)(All|Each))\b/.test(said)) return false
    const body = node.arguments.findIndex((one) => ts.isArrowFunction(one))
    const bounds = node.arguments.filter((one, at) => at > body || ts.isObjectLiteralExpression(one))
    return body >= 0 && bounds.some(isHasty)
  })
  expect(hasty).toEqual([])
})

test('instants are not compared as texts, which have as many digits as they need', () => {
  const isInstant = /^(time|at|lastUpdated|since)$|[a-z](Time|At|Since)$/
  const nameOf = (side: ts.Node): string | undefined => {
    const named = ts.isNonNullExpression(side) ? side.expression : side
    return ts.isIdentifier(named) ? named.text : ts.isPropertyAccessExpression(named) ? named.name.text : undefined
  }
  const compared = placesWhere(everything, (node, { tree }) => {
    if (!ts.isBinaryExpression(node) || !/^[<>]=?$/.test(node.operatorToken.getText(tree))) return false
    const [left, right] = [nameOf(node.left), nameOf(node.right)]
    return left !== undefined && left === right && isInstant.test(left)
  })
  expect(compared).toEqual([])
})

test('only the commands write to the terminal', () => {
  const writers = placesWhere(product, (node, { tree, path }) => {
    if (!ts.isPropertyAccessExpression(node)) return false
    const written = node.getText(tree)
    return (
      written.startsWith('console.') || (/^process\.(stdout|stderr)$/.test(written) && !path.startsWith('src/cli/'))
    )
  })
  expect(writers).toEqual([])
})

test('what is exported says what it is for', () => {
  const silent = product.flatMap((source) =>
    source.tree.statements.filter((node) => isPublic(node) && !isExplained(node)).map((node) => placeOf(source, node)),
  )
  expect(silent).toEqual([])
})

/** An exported function, class or interface, or a constant that is a function. */
function isPublic(node: ts.Statement): boolean {
  const isExported =
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return false
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.some(({ initializer }) => initializer && ts.isArrowFunction(initializer))
  }
  return ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)
}

const isExplained = (node: ts.Statement): boolean => ts.getJSDocCommentsAndTags(node).length > 0

test(`comments and documents have at most ${COLUMNS_MAX} columns: wrap what is longer`, () => {
  expect(filesTooWide(product)).toEqual([])
})
