import { expect } from 'vitest'
import type { Program } from './program.ts'

/** Projects (`/projectsapi`) 1.1.0: hours are h + m / 60. */
export const timeRegistration: Program = {
  does: 'registers hours and minutes as a fraction under the newer name of the project API',
  async run({ all, read, send, call }) {
    const projects = await all(
      '/projectsapi/v1.1.0/Projects?filter=isClosed$eq:false$and:isBarred$eq:false$and:isMainProject$eq:false',
    )
    const employees = await all('/projectsapi/v1.1.0/Employees')
    for (const employee of employees) expect(employee).not.toHaveProperty('access')
    const [employee] = employees.filter(({ isBarred }) => isBarred !== true)
    let registered: number | undefined
    for (const project of projects) {
      const allowed = await read(
        `/projectsapi/v1.1.0/Activities/allowed?employeeNumber=${employee.number}&projectNumber=${project.number}`,
      )
      for (const activity of allowed) expect(activity).not.toHaveProperty('isAccessible')
      if (allowed.length === 0) continue
      const reply = await call('POST', '/projectsapi/v1.1.0/TimeEntries', {
        body: {
          projectNumber: project.number,
          activityNumber: allowed[0].number,
          employeeNumber: employee.number,
          date: '2026-02-03T00:00:00',
          numberOfHours: 7 + 25 / 60,
          text: 'Installation',
        },
      })
      if (reply.status === 400) continue
      expect(reply.status, reply.text).toBe(201)
      registered = reply.json.number
      break
    }
    expect(registered, 'one project takes hours').toBeDefined()
    const entry = await read(`/projectsapi/v1.1.0/TimeEntries/${registered}`)
    expect(entry.numberOfHours).toBe(7.416667)
    const { number, projectNumber, activityNumber, employeeNumber, date, objectVersion } = entry
    const kept = { number, projectNumber, activityNumber, employeeNumber, date, objectVersion }
    await send('PUT', '/projectsapi/v1.1.0/TimeEntries', { ...kept, numberOfHours: 1 + 10 / 60, text: 'Less' })
    expect((await read(`/projectsapi/v1.1.0/TimeEntries/${registered}`)).numberOfHours).toBe(1.166667)
    await send('DELETE', `/projectsapi/v1.1.0/TimeEntries/${registered}`)
    expect((await call('GET', `/projectsapi/v1.1.0/TimeEntries/${registered}`)).status).toBe(404)
    const mileages = await read('/projectsapi/v1.0.0/Mileages/paged?pageSize=5')
    for (const mileage of mileages) expect(mileage).not.toHaveProperty('includeApprove')
  },
}
