import { changed, renamed, withGroups, without, withoutGroups } from '../../resource/differences.ts'
import { F2, flag } from '../../resource/fields.ts'
import type { Operation } from '../../resource/operations.ts'
import { aliases, type Api, type Difference, versionsOf } from '../../resource/versions.ts'
import { mileageApproval, timeEntryApprovalOn } from './approvals.ts'
import { projectsApi } from './index.ts'

/** Path segments as the newer name writes them. */
const SEGMENTS: Readonly<Record<string, string>> = {
  activities: 'Activities',
  activitygroups: 'ActivityGroups',
  costtypegroups: 'CostTypeGroups',
  costtypes: 'CostTypes',
  employeegroups: 'EmployeeGroups',
  employees: 'Employees',
  mileageprices: 'MileagePrices',
  mileages: 'Mileages',
  projectgroups: 'ProjectGroups',
  projects: 'Projects',
  projectstatuses: 'ProjectStatuses',
  timeentries: 'TimeEntries',
  timeentryprices: 'TimeEntryPrices',
}

const inItsCase = <One extends Operation>(one: One): One => ({
  ...one,
  path: one.path.replace(/(?<=^\/)[^/]+/, (first) => SEGMENTS[first] ?? first),
})

/** How it differs from the last version of the older name (rule 14.6). */
const DIFFERENCES: readonly Difference[] = [
  renamed('Activities', 'isAccessible', 'isBarred'),
  changed('Activities', 'isBarred', (field) => field.inverted().describe('Whether no time can be registered on it')),
  renamed('Employees', 'access', 'isBarred'),
  changed('Employees', 'isBarred', () => flag().filter(F2).describe('Whether the employee is barred')),
  without('Mileage entries', 'includeApprove'),
  withoutGroups('TimeEntries', 'Mileages'),
  withGroups(timeEntryApprovalOn, mileageApproval),
  (api) => ({
    ...api,
    groups: api.groups.map((group) => ({ ...group, operations: group.operations.map(inItsCase) })),
  }),
]

const last = versionsOf(projectsApi)[1]!

/**
 * The project resources by their newer name: the same operations and rows; errors and query names are those of the
 * other APIs.
 */
export const projectResourcesApi: Api = {
  ...DIFFERENCES.reduce((face, differ) => differ(face), last),
  name: 'project-resources',
  title: 'Project resources',
  prefix: '/projectsapi',
  version: '1.1.0',
  style: 'newer-project',
  older: aliases('1.0.0'),
}
