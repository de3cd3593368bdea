import { eventTypes as every } from '../../webhooks/event-types.ts'
import { objects, text } from '../../resource/fields.ts'
import { resource } from '../../resource/resource.ts'

const BODY = JSON.stringify(
  every.map(({ name, description, mergeFields }) => ({
    name,
    description,
    mergeFields: mergeFields.map((field) => ({ fieldName: field.fieldName, description: field.description })),
  })),
)

/** What a webhook can be registered for, and the merge fields its templates may use (spec document 2, EventType). */
export const eventTypes = resource('EventTypes', {
  schema: 'EventType',
  table: 'webhook',
  key: ['name'],
  roles: ['SuperUser', 'Bookkeeping', 'Sales', 'ProjectEmployee'],
  fields: {
    name: text(100),
    description: text(250),
    mergeFields: objects({ fieldName: text(100), description: text(250) }),
  },
  operations: [
    {
      kind: 'query',
      method: 'GET',
      path: '/EventTypes',
      summary: 'Every event type with its merge fields',
      answer: 'items',
      statement: () => ({ text: 'SELECT $1::text', values: [BODY], prepare: true }),
    },
  ],
})
