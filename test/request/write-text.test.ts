import { heldReferences } from '../../src/records/held-references.ts'
import { expect, test } from 'vitest'
import { rulesOf } from '../../src/records/derived-rules.ts'
import { writeText } from '../../src/records/write-sql.ts'
import { isResource } from '../../src/resource/resource.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { relations } from '../conventions/subjects.ts'

/** Characters for each table and column that refers to the rows: the rule that names it, and whatever counts it. */
const PER_REFERENCE = 1000

const deleted = everyVersion(apis)
  .flatMap(({ groups }) => groups.filter(isResource))
  .filter(({ operations }) => operations.some(({ kind }) => kind === 'delete'))

test('the statement that deletes grows with what refers to its rows, not with the square of that', () => {
  const lengths = deleted.map((resource) => {
    const references = relations.inTheWayOf(resource).length
    const { length } = writeText(
      'delete',
      resource,
      rulesOf(resource, relations),
      heldReferences('delete', resource, relations),
    )
    return { resource: resource.name, references, length }
  })
  expect(lengths.filter(({ references, length }) => length > PER_REFERENCE * (references + 5))).toEqual([])
  expect(Math.max(...lengths.map(({ references }) => references))).toBeGreaterThan(20)
})
