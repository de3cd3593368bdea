import { eventTypes as every } from '../../webhooks/event-types.ts'
import { objects, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'

const BODY = JSON.stringify(
  every.map(({ name, description, mergeFields }) => ({
    name,
    description,
    mergeFields: mergeFields.map((field) => ({ fieldName: field.fieldName, description: field.description })),
  })),
)

/** The event types of webhooks, and the merge fields that templates may use (rule 10.1). */
export const eventTypes = operations('EventTypes', {
  logsBodies: true,
  roles: ['SuperUser', 'Bookkeeping', 'Sales', 'ProjectEmployee'],
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/EventTypes',
      summary: 'Every event type with its merge fields',
      answer: {
        isList: true,
        schema: 'EventType',
        items: {
          name: text(100),
          description: text(250),
          mergeFields: objects({ fieldName: text(100), description: text(250) }),
        },
      },
      statement: () => ({ text: 'SELECT $1::text', values: [BODY] }),
    },
  ],
})
