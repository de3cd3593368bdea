import type { TestService } from '../service/harness.ts'

/** A time entry of before hours had a bound: of employee 1, on 2026-06-30. @returns its number. */
export async function oldHours(
  { database }: TestService,
  agreement: number,
  [project, activity]: readonly [project: number, activity: number],
  hours: number,
): Promise<number> {
  const [row] = await database.rows<{ number: number }>(
    `INSERT INTO time_entry (agreement, number, employee_number, project_number, activity_number, date, number_of_hours)
     VALUES ($1, take_numbers($1, 'time_entry', 1), 1, $2, $3, '2026-06-30', $4) RETURNING number`,
    [agreement, project, activity, hours],
  )
  return row!.number
}
