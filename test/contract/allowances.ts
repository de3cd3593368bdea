import type { Field } from '../../src/resource/fields.ts'
import type { ContractField } from './contract.ts'

/** One property, as declared and as published. */
export interface FieldContext {
  field: Field
  published: ContractField
  /** Whether the resource has a create, an update or an action that takes the field. */
  isWritable: boolean
}

interface Allowance {
  fact: string
  reason: string
  holds(context: FieldContext): boolean
}

/** Where the conventions themselves make the declarations of all resources differ from the contract's facts. */
export const allowances: readonly Allowance[] = [
  {
    fact: 'required',
    reason: 'a boolean left out means false, so none can be required (spec 1, Shared property rules 3)',
    holds: ({ field, published }) => field.facts.type === 'boolean' && published.required === true,
  },
  {
    fact: 'required',
    reason: 'a read-only property may be left out (spec 1, Shared property rules 5), so a client cannot owe it',
    holds: ({ field, published }) => field.facts.readOnly && published.readOnly === true && published.required === true,
  },
  {
    fact: 'required',
    reason: 'nobody writes the resource: that the property always has a value on reads is all that required can mean',
    holds: ({ field, published, isWritable }) => !isWritable && published.required === true && !field.facts.nullable,
  },
  ...(['min', 'max', 'readOnly'] as const).map((fact) => ({
    fact,
    reason: 'nobody writes the resource, so what a client may send has no meaning',
    holds: ({ isWritable }: FieldContext) => !isWritable,
  })),
  {
    fact: 'nullable',
    reason: 'every item has an objectVersion, and what the database assigns or falls back on is never absent on reads',
    holds: ({ field: { facts }, published }) =>
      published.nullable === true &&
      !facts.nullable &&
      !facts.required &&
      (facts.type === 'version' || facts.assigned !== undefined || facts.fallback !== undefined),
  },
  {
    fact: 'maxLength',
    reason: 'the contract gives the text no maximum, and nothing is stored here without one',
    holds: ({ field, published }) => field.facts.type === 'string' && published.maxLength === undefined,
  },
]

/** Why a fact of a field may differ; undefined when it may not. */
export const allowance = (fact: string, context: FieldContext): string | undefined =>
  allowances.find((allowed) => allowed.fact === fact && allowed.holds(context))?.reason
