import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import type { Item, Parameter } from '../../resource/resource.ts'
import { NumberText } from '../protocol/number-text.ts'
import { validateValue } from '../write/validate.ts'

/** The typed query parameters of an operation of its own. @throws ApiError 400 naming each parameter at fault. */
export function typedQuery(query: Map<string, string>, parameters: readonly Parameter[]): Item {
  const faults: Fault[] = []
  const item: Item = {}
  for (const { name, field, required } of parameters) {
    const given = query.get(name.toLowerCase())
    if (given === undefined || given === '') {
      if (required)
        faults.push({
          code: 'QueryParameterRequired',
          property: name,
          message: `The query parameter ${name} is required.`,
        })
      continue
    }
    const before = faults.length
    const value = validateValue(field, name, field.facts.type === 'int32' ? new NumberText(given) : given, faults)
    if (faults.length > before)
      faults.splice(before, Infinity, {
        code: 'QueryParameterInvalid',
        property: name,
        message: faults[before]!.message!,
      })
    else item[name] = value
  }
  throwFaults(faults)
  return item
}
