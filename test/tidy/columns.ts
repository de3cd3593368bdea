import ts from 'typescript'
import { filesIn, type Source, textOf, walk } from './sources.ts'

/** Columns of a comment, of a line of a document, and of SQL. */
export const COLUMNS_MAX = 120

/**
 * Pages that are made of something else, copies, the list that everybody adds a line to, and files whose comments are
 * cells of a table.
 */
const EXEMPT =
  /^docs\/(specification|rules|schema)\/|^docs\/(schema|errors|coverage|operators\/settings)\.md$|^CHANGELOG\.md$|^src\/client\/types\/|^src\/(config|limits)\.ts$/

const below = (folder: string, ends: RegExp): string[] => filesIn(folder).filter((file) => ends.test(file))

const commentsOf = (text: string): string[] => text.split('\n').filter((line) => /^\s*(\/\*\*|\*|\/\/|--)\s/.test(line))

/** What is written as text: no tables, which cannot be wrapped, no headings, no code. */
const proseOf = (text: string): string[] =>
  text
    .replace(/^( *)```[\s\S]*?^\1```$/gm, '')
    .split('\n')
    .filter((line) => !/^\s*(\||#|<)/.test(line))

/** A word that is longer than a line has to stand somewhere. */
const isTooLong = (line: string): boolean => line.length > COLUMNS_MAX && line.trim().split(' ').length > 3

const STATEMENT = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|FROM|JOIN|WHERE|CASE WHEN)\s/

/** Lines of code on which SQL stands: templates in which its words do. */
function statementsOf({ tree }: Source): string[] {
  const lines = tree.text.split('\n')
  if (!lines.some(isTooLong)) return []
  const found = new Set<number>()
  const lineAt = (position: number): number => tree.getLineAndCharacterOfPosition(position).line
  walk(tree, (node) => {
    if (!ts.isTemplateExpression(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return
    if (!STATEMENT.test(node.getText(tree))) return
    for (let line = lineAt(node.getStart(tree)); line <= lineAt(node.end); line++) found.add(line)
  })
  return [...found].map((line) => lines[line]!)
}

const files = (product: readonly Source[]) =>
  [
    ...[
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'HACKING.md',
      ...below('docs', /\.md$/),
      ...below('bench', /\.md$/),
    ].map((path) => ({ path, linesOf: proseOf })),
    ...['src', 'test', 'build', 'bench'].flatMap((folder) =>
      below(folder, /\.tsx?$/).map((path) => ({ path, linesOf: commentsOf })),
    ),
    ...below('src/database/schema', /\.sql$/).map((path) => ({ path, linesOf: (text: string) => text.split('\n') })),
    ...product.map((source) => ({ path: source.path, linesOf: () => statementsOf(source) })),
  ].filter(({ path }) => !EXEMPT.test(path))

/** Files with a longer comment, line of text or of SQL. Migrations stay as they were run. */
export const filesTooWide = (product: readonly Source[]): string[] =>
  files(product)
    .filter(({ path, linesOf }) => linesOf(textOf(path)).some(isTooLong))
    .map(({ path }) => path)
