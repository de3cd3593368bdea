import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { draft } from '../sales/selling.ts'
import { change, finance } from './bookkeeping.ts'
import { api, changeFlat, DAYBOOK, entry, flat, inFinance, ok, projectManager, registered } from './project-books.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await projectManager(service)
  await world()
})
afterAll(() => service.stop())

const sql = (statement: string): Promise<unknown> => service.database.rows(statement, [client.agreement])
const post = (path: string, body: object) => client.post(api(path), body)

/**
 * What every refusal names: projects of every state, activities that cannot be used, barred people, recording rules,
 * periods that are over.
 */
async function world(): Promise<void> {
  const project = (number: number, more: object = {}) =>
    ok(post('/projects', { number, name: 'P', projectGroupNumber: 1, ...more }))
  await project(21, { isMainProject: true })
  await project(22)
  await project(23, { isBarred: true })
  await project(24)
  await project(25)
  await project(26, { mainProjectNumber: 21 })
  await ok(client.post(`${DAYBOOK}/projects/22/close`, { date: '2026-01-01' }))
  await ok(post('/activities', { number: 13, name: 'Lukket', groupNumber: 1 }))
  await ok(post('/activities', { number: 14, name: 'Andet', groupNumber: 1, isAccessible: true }))
  for (const number of [2, 3]) await ok(post('/employees', { number, groupNumber: 1, name: 'A', access: number === 2 }))
  await ok(client.post(`${DAYBOOK}/recording-rules`, { employeeNumber: 2, projectNumber: 24 }))
  await ok(client.post(`${DAYBOOK}/recording-rules`, { employeeNumber: 2, activityNumber: 11 }))
  await ok(client.post(`${DAYBOOK}/recording-rules`, { employeeNumber: 2, projectNumber: 20, activityNumber: 12 }))
  const dates = { startDate: '2026-03-01', endDate: '2026-05-31' }
  await ok(post('/project-activities', { projectNumber: 25, activityNumber: 10, ...dates }))
  await ok(post('/project-activities', { projectNumber: 25, activityNumber: 11, completed: true }))
  await sql(`UPDATE accounting_period SET is_barred = true WHERE agreement = $1 AND period_number = 1`)
  await sql(`UPDATE accounting_period SET is_closed = true WHERE agreement = $1 AND period_number = 2`)
}

const MAIN = 'ProjectCannotBeCreatedUpdatedMainProjectNumber'
const [TIME, MILEAGE] = ['/timeentries', '/mileages']
const PERIOD = 'TimeEntryCannotBeCreatedUpdatedOrApprovedAccountingPeriodIs'
const drive = (more: object): object => ({
  employeeNumber: 1,
  projectNumber: 20,
  date: '2026-06-30',
  distance: 42,
  ...more,
})

describe('registering tells the first that is wrong', () => {
  const everything = { employeeNumber: 3, projectNumber: 23, activityNumber: 13, date: '1899-12-31' }
  test.each<[string, string, object]>([
    ['EntriesNotAllowedEmployeeNotFound', 'employeeNumber', { ...everything, employeeNumber: 99 }],
    ['EntriesNotAllowedEmployeeIsBarred', 'employeeNumber', everything],
    ['EntriesNotAllowedProjectNotFound', 'projectNumber', { ...everything, employeeNumber: 1, projectNumber: 99 }],
    ['EntriesNotAllowedProjectIsMain', 'projectNumber', { projectNumber: 21, activityNumber: 13 }],
    ['EntriesNotAllowedProjectIsClosed', 'projectNumber', { projectNumber: 22 }],
    ['EntriesNotAllowedProjectIsBarred', 'projectNumber', { ...everything, employeeNumber: 1 }],
    ['EmployeeHasNoAccessToProject', 'projectNumber', { employeeNumber: 2, projectNumber: 24 }],
    ['CannotCreateUpdateActivityNotFound', 'activityNumber', { activityNumber: 99, date: '1899-12-31' }],
    ['CannotCreateUpdateActivityIsBarred', 'activityNumber', { activityNumber: 13 }],
    ['CannotCreateUpdateActivityNotPartOfProject', 'activityNumber', { projectNumber: 25, activityNumber: 14 }],
    ['EmployeeHasNoAccessToActivity', 'activityNumber', { employeeNumber: 2, activityNumber: 11 }],
    ['EmployeeHasNoAccessToActivity', 'activityNumber', { employeeNumber: 2, activityNumber: 12 }],
    ['TimeEntryCannotBeCreatedUpdatedForActivityThatHasntStarted', 'date', { projectNumber: 25, date: '2026-02-28' }],
    ['TimeEntryCannotBeCreatedUpdatedForCompletedActivity', 'date', { projectNumber: 25, date: '2026-06-01' }],
    ['TimeEntryCannotBeCreatedUpdatedForCompletedActivity', 'date', { projectNumber: 25, activityNumber: 11 }],
    ['TimeEntryCannotBeCreatedUpdatedDateIsNotSet', 'date', { date: undefined }],
    ['TimeEntryCannotBeCreatedUpdatedDateIsNotSet', 'date', { date: '1899-12-31' }],
    ['TimeEntryIsNotInAccountingPeriod', 'date', { date: '2030-01-01' }],
    [`${PERIOD}BarredOrClosed`, 'date', { date: '2026-01-15' }],
    [`${PERIOD}Closed`, 'date', { date: '2026-02-15' }],
  ])('%s on %s', async (code, property, more) => {
    expect(flat(await post(TIME, entry(more)))).toEqual([400, code, property])
  })

  test.each<[string, string, object]>([
    ['EntriesNotAllowedProjectIsMain', 'projectNumber', { projectNumber: 21 }],
    ['EmployeeHasNoAccessToProject', 'projectNumber', { employeeNumber: 2, projectNumber: 24 }],
    ['MileageCannotBeCreatedUpdatedDateIsNotSet', 'date', { date: '1899-12-31' }],
    ['MileageCannotBeCreatedUpdatedDateIsNotInAccountingPeriod', 'date', { date: '2030-01-01' }],
    ['MileageCannotBeCreatedUpdatedDateIsInClosedBarredAccountingPeriod', 'date', { date: '2026-01-15' }],
    ['MileageCannotBeCreatedUpdatedDateIsInClosedBarredAccountingPeriod', 'date', { date: '2026-02-15' }],
  ])('%s on %s of a mileage', async (code, property, more) => {
    expect(flat(await post(MILEAGE, drive(more)))).toEqual([400, code, property])
  })
})

describe('approval asks again', () => {
  const state = (table: string, column: string, number: number, value: boolean): Promise<unknown> =>
    service.database.rows(`UPDATE ${table} SET ${column} = $2 WHERE agreement = $1 AND number = $3`, [
      client.agreement,
      value,
      number,
    ])
  const moved = async (date: string): Promise<unknown> => {
    await sql(`UPDATE time_entry SET date = '${date}' WHERE agreement = $1 AND number = ${time}`)
    return await sql(`UPDATE mileage SET date = '${date}' WHERE agreement = $1 AND number = ${mileage}`)
  }
  let [time, mileage] = [0, 0]

  beforeAll(async () => {
    time = await registered(client)
    mileage = (await ok(post(MILEAGE, drive({})))).json.number as number
  })

  const approved = async (path: string, number: number): Promise<unknown[]> =>
    flat(await post(`${path}/approve`, { numbers: [number] }))

  test.each<[string, string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'TimeEntryOnBarredProjectCannotBeApproved',
      'MileageOnBarredProjectCannotBeApproved',
      () => state('project', 'is_barred', 20, true),
      () => state('project', 'is_barred', 20, false),
    ],
    [
      'CannotBeApprovedEmployeeIsBarred',
      'CannotBeApprovedEmployeeIsBarred',
      () => state('employee', 'is_barred', 1, true),
      () => state('employee', 'is_barred', 1, false),
    ],
    [
      `${PERIOD}BarredOrClosed`,
      'MileageAccountingPeriodIsBarredOrClosed',
      () => moved('2026-01-15'),
      () => moved('2026-06-30'),
    ],
    [`${PERIOD}Closed`, 'MileageAccountingPeriodIsClosed', () => moved('2026-02-15'), () => moved('2026-06-30')],
    [
      'JournalEntryAccountNotAccessible',
      'JournalEntryAccountNotAccessible',
      () => state('account', 'is_barred', 5900, true),
      () => state('account', 'is_barred', 5900, false),
    ],
  ])('%s, %s', async (ofTime, ofMileage, begin, end) => {
    await begin()
    expect([(await approved(TIME, time))[1], (await approved(MILEAGE, mileage))[1]]).toEqual([ofTime, ofMileage])
    await end()
  })

  test('what the activity is now, and that there is a year', async () => {
    await state('activity', 'is_accessible', 10, false)
    expect((await approved(TIME, time))[1]).toBe('CannotBeApprovedActivityIsBarred')
    await state('activity', 'is_accessible', 10, true)
    const { number } = (await ok(post('/project-activities', { projectNumber: 20, activityNumber: 14 }))).json
    expect((await approved(TIME, time))[1]).toBe('CannotBeApprovedActivityNotPartOfProject')
    const own = (
      await ok(post('/project-activities', { projectNumber: 20, activityNumber: 10, startDate: '2026-07-01' }))
    ).json
    expect((await approved(TIME, time))[1]).toBe('CannotBeApprovedForCompletedActivity')
    for (const one of [number, own.number]) await ok(client.delete(`${api('/project-activities')}/${one}`))
    await moved('2030-01-01')
    expect((await approved(TIME, time))[1]).toBe('TimeEntryIsNotInAccountingPeriod')
    expect((await approved(MILEAGE, mileage))[1]).toBe('MileageIsNotInAccountingPeriod')
    await moved('2026-06-30')
  })
})

describe('projects', () => {
  test.each<[string, string, object]>([
    ['ProjectCannotBeCreatedUpdatedNumberIsInvalid', 'number', { number: -1 }],
    ['ProjectCannotBeCreatedUpdatedNumberIsInvalid', 'number', { number: 1_000_000_000 }],
    ['ProjectCannotBeCreatedUpdatedGroupNumberIsInvalid', 'projectGroupNumber', { projectGroupNumber: 0 }],
    ['ProjectCannotBeCreatedUpdatedGroupDoesNotExist', 'projectGroupNumber', { projectGroupNumber: 9 }],
    ['ProjectCannotBeCreatedUpdatedCustomerNumberRequired', 'customerNumber', { projectGroupNumber: 2 }],
    ['ProjectCannotBeCreatedUpdatedInvalidCustomerNumber', 'customerNumber', { customerNumber: 0 }],
    ['ProjectCannotBeCreatedUpdatedCustomerNotFound', 'customerNumber', { customerNumber: 7 }],
    ['ProjectCannotBeCreatedAsClosed', 'isClosed', { isClosed: true }],
    ['ProjectCannotBeCreatedAsClosed', 'closedDate', { closedDate: '2026-01-01' }],
    ['ProjectStatusDoesNotExist', 'status', { status: 7 }],
    ['ProjectDepartmentDoesNotExist', 'departmentNumber', { departmentNumber: 7 }],
    ['EmployeeDoesNotExist', 'responsibleEmployeeNumber', { responsibleEmployeeNumber: 77 }],
    ['ProjectContactPersonInvalid', 'contactPersonId', { customerNumber: 201, contactPersonId: 1 }],
    ['ProjectDeliveryLocationInvalid', 'deliveryLocationNumber', { customerNumber: 201, deliveryLocationNumber: 1 }],
    [`${MAIN}CannotBeSet`, 'mainProjectNumber', { isMainProject: true, mainProjectNumber: 21 }],
    [`${MAIN}DoesNotExistOrInvalid`, 'mainProjectNumber', { mainProjectNumber: 20 }],
    [`${MAIN}DoesNotExistOrInvalid`, 'mainProjectNumber', { mainProjectNumber: 99 }],
  ])('%s on %s', async (code, property, more) => {
    expect(flat(await post('/projects', { name: 'Ny', projectGroupNumber: 1, ...more }))).toEqual([400, code, property])
  })

  test('are main projects while they have sub-projects', async () => {
    const refused = [400, 'ProjectCannotBeMadeSubprojectHasSubProjects', 'isMainProject']
    expect(await changeFlat(client, '/projects', 21, { isMainProject: false })).toEqual(refused)
  })

  test('with registrations become no main projects, and stay', async () => {
    const made = await ok(post('/projects', { name: 'Uden nummer', projectGroupNumber: 1 }))
    const number = made.json.number as number
    const kinds = [
      [TIME, entry({ projectNumber: number }), 'TimeEntries', 'TimeEntries'],
      [MILEAGE, drive({ projectNumber: number }), 'MileageEntries', 'Mileages'],
    ] as const
    for (const [path, body, main, deleted] of kinds) {
      const one = (await ok(post(path, body))).json.number as number
      const refused = [400, `ProjectCannotBeMadeMainHas${main}`, 'isMainProject']
      expect(await changeFlat(client, '/projects', number, { isMainProject: true })).toEqual(refused)
      expect(await change(client, `${DAYBOOK}/projects`, number, { isMainProject: true })).toEqual(refused)
      const kept = [400, `ProjectCannotBeDeletedHas${deleted}`, 'number']
      expect(flat(await client.delete(`${api('/projects')}/${number}`))).toEqual(kept)
      await ok(client.delete(`${api(path)}/${one}`))
    }
    expect((await client.delete(`${api('/projects')}/${number}`)).status).toBe(204)
  })

  test('close when all their sub-projects are', async () => {
    const refused = await client.post(`${DAYBOOK}/projects/21/close`, { date: '2026-12-31' })
    expect(refused.json.errorCode).toBe('ProjectHasOpenSubProjects')
    expect(await changeFlat(client, '/projects', 22, { isClosed: false })).toEqual([
      400,
      'PropertyReadOnly',
      'isClosed',
    ])
  })

  test('tell who they are allowed to, and on what', async () => {
    const numbers = async (path: string) =>
      (await client.get(api(path))).json.map(({ number }: { number: number }) => number)
    expect(await numbers('/projects/allowed?employeeNumber=1')).toEqual([20, 24, 25, 26])
    expect(await numbers('/projects/allowed?EMPLOYEENUMBER=2')).toEqual([20, 25, 26])
    expect(await numbers('/projects/allowed?employeeNumber=3')).toEqual([])
    const activities = (employee: number, project: number) =>
      numbers(`/activities/allowed?employeeNumber=${employee}&projectNumber=${project}`)
    expect(await activities(1, 20)).toEqual([10, 11, 12, 14])
    expect(await activities(2, 20)).toEqual([10, 14])
    expect(await activities(1, 25)).toEqual([10])
    expect(await activities(2, 24)).toEqual([])
    expect(await activities(1, 22)).toEqual([])
    expect(await activities(1, 99)).toEqual([])
    expect(flat(await client.get(api('/activities/allowed?employeeNumber=1')))).toEqual([
      400,
      'QueryParameterRequired',
      'projectNumber',
    ])
    expect(flat(await client.get(api('/projects/allowed?employeeNumber=0')))).toEqual([
      400,
      'QueryParameterInvalid',
      'employeeNumber',
    ])
  })
})

test.each<[string, string, string, object]>([
  [
    'ProjectActivityCannotBeCreatedProjectIsMain',
    'projectNumber',
    '/project-activities',
    { projectNumber: 21, activityNumber: 10 },
  ],
  [
    'ProjectActivityCannotBeCreatedProjectIsClosed',
    'projectNumber',
    '/project-activities',
    { projectNumber: 22, activityNumber: 10 },
  ],
  [
    'ProjectActivityCannotBeCreatedProjectIsBarred',
    'projectNumber',
    '/project-activities',
    { projectNumber: 23, activityNumber: 10 },
  ],
  [
    'ProjectActivityCannotBeCreatedActivityIsBarred',
    'activityNumber',
    '/project-activities',
    { projectNumber: 20, activityNumber: 13 },
  ],
  [
    'ProjectActivityCannotBeCreatedActivityAlreadyExists',
    'activityNumber',
    '/project-activities',
    { projectNumber: 25, activityNumber: 10 },
  ],
  [
    'ProjectActivityCannotBeCreatedUpdatedInvalidDates',
    'endDate',
    '/project-activities',
    { projectNumber: 20, activityNumber: 10, startDate: '2026-03-01', endDate: '2026-03-01' },
  ],
  [
    'EntriesNotAllowedEmployeeIsBarred',
    'responsibleEmployeeNumber',
    '/project-activities',
    { projectNumber: 20, activityNumber: 10, responsibleEmployeeNumber: 3 },
  ],
  ...(['Activity', 'Project'] as const).flatMap((kind): [string, string, string, object][] => {
    const [path, code] = [`/${kind.toLowerCase()}groups`, `${kind}GroupCannotBeCreatedUpdated`]
    const group = { name: 'G', type: 1, ...inFinance }
    const { costAccountOngoingType: _, ...incomplete } = group
    return [
      [`${code}CostDataInvalid`, 'includeCostPriceInFinance', path, incomplete],
      [`${code}CostDataInvalid`, 'includeCostPriceInFinance', path, { ...group, includeCostPriceInFinance: false }],
      [
        `${code}SalesDataInvalid`,
        'includeSalesPriceInFinance',
        path,
        { ...group, includeSalesPriceInFinance: undefined },
      ],
      [`${code}AccountDoesNotExist`, 'costAccountOngoing', path, { ...group, costAccountOngoing: 99 }],
      [`${code}AccountIsOfWrongType`, 'costAccountClosed', path, { ...group, costAccountClosed: 5000 }],
      [`${code}AccountIsOfWrongType`, 'salesAccountClosed', path, { ...group, salesAccountClosed: 5600 }],
      [`${code}AccountIsBarred`, 'salesAccountOngoing', path, { ...group, salesAccountOngoing: 2290 }],
    ]
  }),
])('%s on %s', async (code, property, path, body) => {
  expect(flat(await post(path, body))).toEqual([400, code, property])
})

test('the setup of mileages is whole, or not included in finance', async () => {
  const setup = (await client.get(`${DAYBOOK}/mileage-setup`)).json as object
  const given = Object.fromEntries(Object.entries(setup).filter(([, value]) => value !== null))
  const refusal = async (more: object) =>
    (await client.put(`${DAYBOOK}/mileage-setup`, { ...given, ...more })).json.errorCode
  expect(await refusal({ contraAccount: undefined })).toBe('MileageSetupIncomplete')
  expect(await refusal({ includeCostInFinance: false })).toBe('MileageSetupIncomplete')
  const unknown = 'MileageSetupCannotBeCreatedUpdated'
  expect(await refusal({ costAccount: 99 })).toBe(`${unknown}CostAccountNotExists`)
  expect(await refusal({ contraAccount: 99 })).toBe(`${unknown}ContraAccountNotExists`)
  expect(await refusal({ costAccountClosed: 99 })).toBe(`${unknown}CostAccountClosedNotExists`)
  const rule = await client.post(`${DAYBOOK}/recording-rules`, { employeeNumber: 2 })
  expect(rule.json.errorCode).toBe('RecordingRuleForbidsNothing')
})

test('an employee whom anything names stays, and is told what', async () => {
  const gone = async (number: number) => flat(await client.delete(`${api('/project-employees')}/${number}`))
  const code = (what: string) => [400, `ERROR_BOUNDCOWORKER${what}`, 'number']
  expect(await gone(2)).toEqual(code('ACCOUNTCOWORKERISBOUNDEDTOUSERSACCESSOFTIMEREGISTERING'))
  await registered(client)
  expect(await gone(1)).toEqual(code('ACCOUNTNUMBEROFTIMEREGISTERINGONCOWORKER'))
  await ok(client.post(`${DAYBOOK}/draft-entries`, finance({ employeeNumber: 1 })))
  expect(await gone(1)).toEqual(code('THEREISNUMBEROFPOSTSONDRAFTS'))
  expect(flat(await client.delete(`${api('/employeegroups')}/1`))).toEqual(code('ACCOUNTCOWORKERINCHOSENGROUP'))
})

test('what keeps an employee is told in the order that is published', async () => {
  await ok(client.post(`${DAYBOOK}/layouts`, { number: 1, name: 'Standard' }))
  await ok(post('/employees', { number: 5, groupNumber: 1, name: 'Ib', access: true }))
  const own = { employeeNumber: 5 }
  const made = async (path: string, body: object): Promise<string> => {
    const { json } = await ok(client.post(path, body))
    return `${path}/${json.number ?? json.entryNumber ?? json.customerNumber}`
  }
  const buyer = {
    customerNumber: 277,
    name: 'K',
    customerGroupNumber: 1,
    zone: 1,
    paymentTermId: 1,
    access: true,
    ourRef: 5,
  }
  const keeping: (readonly [code: string, path: string])[] = [
    ['THEREISNUMBEROFPOSTSONDRAFTS', await made(`${DAYBOOK}/draft-entries`, finance(own))],
    ['ACCOUNTNUMBEROFTIMEREGISTERINGONCOWORKER', await made(api(TIME), entry(own))],
    ['ACCOUNTNUMBEROFMILEAGEENTRIESONCOWORKER', await made(api(MILEAGE), drive(own))],
    [
      'ACCOUNTCOWORKERRESPONSIBLENUMBEROFCASES',
      await made(api('/projects'), { name: 'Ibs', projectGroupNumber: 1, otherResponsibleEmployeeNumber: 5 }),
    ],
    [
      'ACCOUNTCOWORKERISBOUNDEDTOUSERSACCESSOFTIMEREGISTERING',
      await made(`${DAYBOOK}/recording-rules`, { ...own, projectNumber: 24 }),
    ],
    ['ACCOUNTCOWORKERISSALESMANFORNUMBEROFDEBITORS', await made('/customersapi/v3.1.0/Customers', buyer)],
    [
      'ACCOUNTCOWORKERISSALESMANFORNUMBEROFDRAFTS',
      await made('/q2capi/v5.3.0/invoices/drafts', { ...draft(), ourReference2Number: 5 }),
    ],
  ]
  const codes: unknown[] = []
  for (const [, path] of keeping) {
    codes.push(flat(await client.delete(`${api('/employees')}/5`))[1])
    await ok(client.delete(path))
  }
  expect(codes).toEqual(keeping.map(([code]) => `ERROR_BOUNDCOWORKER${code}`))
  await ok(client.delete(`${api('/employees')}/5`))
})

test('the module is needed, but for employees and their groups', async () => {
  const bare = await service.client()
  expect(flat(await bare.get(api('/projects')))).toEqual([403, 'ModuleMissing', 'X-AgreementGrantToken'])
  for (const path of ['/employees', '/employeegroups']) expect((await bare.get(api(path))).status).toBe(200)
})
