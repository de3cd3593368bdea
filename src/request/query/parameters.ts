import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import type { Item, Parameter } from '../../resource/operations.ts'
import { asDeclared } from '../protocol/reading.ts'
import { NumberText } from '../../records/number-text.ts'
import { valueReader } from '../../records/values.ts'

/**
 * How the query parameters of an operation of its own are read. The reader throws ApiError 400 naming each parameter at
 * fault.
 */
export function parametersReader(parameters: readonly Parameter[]): (query: ReadonlyMap<string, string>) => Item {
  const readers = parameters.map(({ name, field, required = false }) => ({
    name,
    lowerName: name.toLowerCase(),
    required,
    isNumber: field.facts.type === 'int32' || field.facts.type === 'decimal',
    read: valueReader(field),
  }))
  return (query) => {
    const faults: Fault[] = []
    const item: Item = {}
    for (const { name, lowerName, required, isNumber, read } of readers) {
      const given = query.get(lowerName)
      if (given === undefined || given === '') {
        const message = `The query parameter ${name} is required.`
        if (required) faults.push({ code: 'QueryParameterRequired', property: name, message })
        continue
      }
      const found: Fault[] = []
      const value = read(isNumber ? new NumberText(given) : given, name, found, asDeclared())
      const [fault] = found
      if (fault) faults.push({ ...fault, code: 'QueryParameterInvalid' })
      else item[name] = value
    }
    throwFaults(faults)
    return item
  }
}
