import { readdirSync, readFileSync } from 'node:fs'

/** A field as the contract data give it; absent facts mean none (test/contract/data, contract README). */
export interface ContractField {
  type: string
  min?: number
  max?: number
  minLength?: number
  maxLength?: number
  enum?: (number | string)[]
  pattern?: string
  nullable?: boolean
  readOnly?: boolean
  required?: boolean
  requiredWhen?: string
  filter?: string[]
  sortable?: boolean
  items?: { type: string; ref?: string }
}

export type ContractSchema = Record<string, ContractField>

export interface ContractParameter extends ContractField {
  name: string
  in: 'path' | 'query'
}

export interface ContractOperation {
  method: string
  path: string
  status: number
  style?: 'cursor' | 'paged'
  parameters?: ContractParameter[]
  body?: string
  bodyMediaType?: string
  response?: string | string[]
}

export interface ContractResource {
  resource: string
  /** null: the contract says nothing. */
  roles: string[] | null
  errorCodes: string[] | null
  operations: ContractOperation[]
}

export interface ContractApi {
  api: string
  prefix: string
  version: string
  resources: ContractResource[]
  schemas: Record<string, ContractSchema>
}

const DATA = new URL('./data/', import.meta.url)

/** Every resource-API of the published contract. */
export const contract: readonly ContractApi[] = readdirSync(DATA)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, DATA), 'utf8')) as ContractApi)
