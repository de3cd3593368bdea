import type { Api } from '../../resource/versions.ts'
import { activities, activityGroups } from './activities.ts'
import { mileageApproval, timeEntryApproval } from './approvals.ts'
import { costTypeGroups, costTypes } from './cost-types.ts'
import { employeeGroups, employees, projectEmployeeGroups, projectEmployees } from './employees.ts'
import { mileagePrices, mileages } from './mileages.ts'
import { laterProjects, olderProjects } from './older.ts'
import { projectActivities } from './project-activities.ts'
import { projectCustomers, projectGroups, projectStatuses } from './project-lists.ts'
import { projects } from './projects.ts'
import { timeEntries, timeEntryPrices } from './time-entries.ts'

/** The project-related API (rule 14.6). */
export const projectsApi: Api = {
  name: 'projects',
  title: 'Projects',
  prefix: '/api',
  version: '20.0.1',
  style: 'project',
  groups: [
    activities,
    activityGroups,
    costTypeGroups,
    costTypes,
    employeeGroups,
    employees,
    mileagePrices,
    mileages,
    mileageApproval,
    projectActivities,
    projectCustomers,
    projectEmployeeGroups,
    projectEmployees,
    projectGroups,
    projects,
    projectStatuses,
    timeEntries,
    timeEntryApproval,
    timeEntryPrices,
  ],
  older: olderProjects,
  later: laterProjects,
}
