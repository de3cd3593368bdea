import { expect } from 'vitest'
import type { Program, Wire } from './program.ts'

/** Projects (`/api`) 16.2.2, 16.3.0 and 17.0.2, whose lists lie on other paths; minutes are a fraction of an hour. */
export const mobileTimeApp: Program = {
  does: 'registers minutes from a telephone, in three older versions of the project API',
  async run(api) {
    for (const version of ['16.2.2', '16.3.0', '17.0.2']) await registerIn(`/api/v${version}`, api)
  },
}

async function registerIn(base: string, { read, call, all }: Wire): Promise<void> {
  const employees = await read(`${base}/Employees?PageSize=100&SkipPages=0`)
  const [employee] = employees.filter(({ access }: { access?: boolean }) => access)
  const projects = await all(`${base}/Projects/all?Filter=isClosed$eq:false`)
  const minutes = 50
  for (const project of projects) {
    const allowed = await read(
      `${base}/Activities/allowed?employeeNumber=${employee.number}&projectNumber=${project.number}`,
    )
    if (allowed.length === 0) continue
    const made = await call('POST', `${base}/TimeEntries`, {
      body: {
        projectNumber: project.number,
        activityNumber: allowed[0].number,
        employeeNumber: employee.number,
        date: '2026-02-04T00:00:00Z',
        numberOfHours: minutes / 60,
      },
    })
    if (made.status === 400) continue
    expect(made.status, made.text).toBe(201)
    const entry = await read(`${base}/TimeEntries/${made.json.number}`)
    expect(entry.numberOfHours).toBe(0.833333)
    return
  }
  expect.fail(`${base} takes hours on no project`)
}
