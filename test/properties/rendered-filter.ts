import type { FilterNode, Operand } from '../../src/request/query/filter-syntax.ts'

/**
 * Writes a filter so that `parseFilter` reads the same tree again, positions aside. Every character that can be escaped
 * is. Takes trees of the shape `parseFilter` makes: `and` and `or` with two terms or more, and no list whose only value
 * is the empty text, which the language cannot write.
 */
export function renderFilter(node: FilterNode): string {
  if (node.kind === 'predicate') {
    const values = node.operands.map(renderOperand).join(',')
    const isList = node.operator === 'in' || node.operator === 'nin'
    return `${node.property}$${node.operator}:${isList ? `[${values}]` : values}`
  }
  return node.terms.map((term) => renderTerm(node.kind, term)).join(`$${node.kind}:`)
}

function renderTerm(parent: 'and' | 'or', term: FilterNode): string {
  const needsGroup = term.kind === parent || (parent === 'and' && term.kind === 'or')
  return needsGroup ? `(${renderFilter(term)})` : renderFilter(term)
}

function renderOperand(operand: Operand): string {
  if (operand.isNull) return '$null:'
  return operand.pieces.map((piece) => piece.replace(/[$()*,[\]]/g, '$$$&')).join('*')
}
