import { expect, test } from 'vitest'
import { ApiError } from '../../src/errors/catalogue.ts'
import { errorAnswer } from '../../src/request/protocol/respond.ts'

const error = new ApiError([
  { code: 'ValueRequired', property: 'name' },
  { code: 'ValueTooLong', property: 'note', message: 'note is too long.' },
])
const answerIn = (style: 'problem' | 'project'): { status: number; type: string; body: Record<string, unknown> } => {
  const { status, headers, body } = errorAnswer(error, { traceId: 'abc', instance: '/api/v20.0.1/activities', style })
  return { status, type: headers['content-type']!, body: JSON.parse(String(body)) as Record<string, unknown> }
}

test('problem-style: every fault, every field filled', () => {
  expect(answerIn('problem')).toEqual({
    status: 400,
    type: 'application/problem+json; charset=utf-8',
    body: {
      type: '/errors/ValueRequired',
      title: 'Bad Request',
      status: 400,
      detail: 'A required property is missing. Give the property a value.',
      instance: '/api/v20.0.1/activities',
      errors: [
        { message: 'A required property is missing.', errorCode: 'ValueRequired', property: 'name' },
        { message: 'note is too long.', errorCode: 'ValueTooLong', property: 'note' },
      ],
      traceId: 'abc',
      errorCode: 'ValueRequired',
      traceTimeUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  })
})

test('the project-related API: its own shape, of the first fault', () => {
  expect(answerIn('project')).toEqual({
    status: 400,
    type: 'application/json; charset=utf-8',
    body: {
      message: 'A required property is missing.',
      developerHint: 'Give the property a value.',
      logId: 'abc',
      logTimeUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      property: 'name',
      errorCode: 'ValueRequired',
    },
  })
})
