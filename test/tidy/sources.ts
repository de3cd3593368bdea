import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))

/** A TypeScript file of the checkout, parsed once it is asked for. */
export interface Source {
  /** From the checkout's root, with `/`. */
  path: string
  text: string
  readonly tree: ts.SourceFile
  /** The files of the checkout that it imports or exports again, also those it loads as it runs. */
  imports(): readonly Import[]
}

/** What a file imports of the checkout: `types` when nothing of it is left at run time. */
export interface Import {
  path: string
  kind: 'types' | 'values'
}

/** The text of a file, named from the checkout's root. */
export const textOf = (path: string): string => readFileSync(join(CHECKOUT, path), 'utf8')

/** Every file below a folder, named from the checkout's root. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(CHECKOUT, folder))
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => (statSync(join(CHECKOUT, path)).isDirectory() ? filesIn(path) : [path]))
    .sort()
}

/** Every TypeScript file below the folders. */
export function sourcesIn(...folders: string[]): Source[] {
  return folders
    .flatMap(filesIn)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => {
      const text = textOf(path)
      // Many ask for the text alone.
      let parsed: ts.SourceFile | undefined
      const tree = (): ts.SourceFile => (parsed ??= ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
      // Every test asks for them, and they lie anywhere in the tree.
      let found: readonly Import[] | undefined
      return {
        path,
        text,
        get tree() {
          return tree()
        },
        imports: () => (found ??= importsIn(path, tree())),
      }
    })
}

/** Calls `visit` for every node of the tree. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

function importsIn(path: string, tree: ts.SourceFile): Import[] {
  const imports: Import[] = []
  const add = (name: ts.Node | undefined, kind: Import['kind']): void => {
    if (!name || !ts.isStringLiteral(name) || !name.text.startsWith('.')) return
    imports.push({ path: normalize(join(dirname(path), name.text)), kind })
  }
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node) ? 'types' : 'values')
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'types' : 'values')
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], 'values')
    }
  })
  return imports
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const { name, namedBindings } = importClause
  return (
    !name && !!namedBindings && ts.isNamedImports(namedBindings) && namedBindings.elements.every((e) => e.isTypeOnly)
  )
}

/** Where a node stands: `path:line`. */
export function placeOf({ path, tree }: Source, node: ts.Node): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`
}
