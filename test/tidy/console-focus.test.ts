import ts from 'typescript'
import { expect, test } from 'vitest'
import { placeOf, sourcesIn, walk } from './sources.ts'

test('the console moves the focus before one sees what has it: an effect after that takes it from who types on', () => {
  const late: string[] = []
  let effects = 0
  for (const source of sourcesIn('src/console')) {
    walk(source.tree, (node) => {
      if (!ts.isCallExpression(node) || !/^use(Layout)?Effect$/.test(node.expression.getText(source.tree))) return
      effects += 1
      const isLate = node.expression.getText(source.tree) === 'useEffect'
      if (isLate && /\.focus\(|\bfocus\(/.test(node.arguments[0]!.getText(source.tree)))
        late.push(placeOf(source, node))
    })
  }
  expect(effects).toBeGreaterThan(10)
  expect(late).toEqual([])
})
