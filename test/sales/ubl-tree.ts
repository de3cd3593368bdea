import { SaxesParser } from 'saxes'

/** An element of an XML document, its name without prefix. */
export interface Tree {
  name: string
  text: string
  attributes: Record<string, string>
  children: Tree[]
}

/** Reads a document. @throws Error where it is not well formed. */
export function treeOf(xml: string): Tree {
  const root: Tree = { name: '', text: '', attributes: {}, children: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: name.replace(/^.*:/, ''), text: '', attributes: { ...attributes } as never, children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => void (open.at(-1)!.text += text))
  parser.on('closetag', () => void open.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return root.children[0]!
}

/** The elements at a path of names below an element. */
export const all = (tree: Tree, path: string): Tree[] =>
  path
    .split('/')
    .reduce<Tree[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [tree],
    )

/** The text of the first of them; undefined where there is none. */
export const said = (tree: Tree, path: string): string | undefined => all(tree, path)[0]?.text

/** Every element below, at any depth. */
export const below = (tree: Tree): Tree[] => tree.children.flatMap((child) => [child, ...below(child)])
