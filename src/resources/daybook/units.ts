import type { Resource } from '../../resource/resource.ts'
import { numbered } from '../../records/numbered.ts'

/**
 * Units of one of the two quantities that an entry may have besides money: vehicles for kilometres, machines for hours.
 */
const unitsOf = (dimension: 1 | 2): Resource =>
  numbered(`Units${dimension}`, {
    schema: `Unit${dimension}`,
    table: `unit${dimension}`,
    path: `/units${dimension}`,
    name: 255,
  })

export const units1 = unitsOf(1)
export const units2 = unitsOf(2)
