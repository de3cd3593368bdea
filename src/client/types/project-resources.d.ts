// Made by `npm run pages` from the OpenAPI documents; a test compares it with them.

import type { Body, Of } from '../shapes.ts'

export interface Activity {
  /** The number that identifies the activity. */ number: number
  /** The group of the activity. */ groupNumber: number
  /** The name. */ name: string
  /** Whether no time can be registered on it. Left out when false. */ isBarred?: boolean
  /** The code that payroll uses when hours are taken as time in lieu. */ inLieuCode: number
  /** Hides the activity in searches of user interfaces; requests still find it. Left out when false. */ hideInSearch?: boolean
  /** The last day of salesPriceBefore. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ cutoffDate?: string
  /** What an hour is sold for up to and including the cut-off date. */ salesPriceBefore?: number
  /** What an hour is sold for after the cut-off date. */ salesPriceAfter?: number
  /** What an hour costs beyond the employee’s own price, in per cent. */ costPriceMarkupPercentage?: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface ActivityCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Activity[]
}

export type ActivityCreate = Body<Activity, 'number' | 'groupNumber' | 'name', 'objectVersion'>

export interface CreatedResult {
  /** Identifies the item created. */ number: number
}

export type ActivityUpdate = Body<Activity, 'number' | 'groupNumber' | 'name' | 'objectVersion', never>

export interface ActivityGroup {
  /** The number that identifies the activity group. */ number: number
  /** The name. */ name: string
  /** 1 productive and invoiceable, 2 productive and not invoiceable, 3 unproductive. */ type: 1 | 2 | 3
  /** 0 debit, 1 credit: the side of the ongoing account. */ costAccountOngoingType?: 0 | 1
  /** The account that cost is booked to while the project runs. */ costAccountOngoing?: number
  /** The account that takes the opposite of the cost while the project runs. */ costContraAccountOngoing?: number
  /** The account that cost is moved to when the project is closed. */ costAccountClosed?: number
  /** The cost of approved hours is booked; then all four properties of the cost are needed. Left out when false. */ includeCostPriceInFinance?: boolean
  /** 0 debit, 1 credit: the side of the ongoing account. */ salesAccountOngoingType?: 0 | 1
  /** The account that sales are booked to while the project runs. */ salesAccountOngoing?: number
  /** The account that takes the opposite of sales while the project runs. */ salesContraAccountOngoing?: number
  /** The account that sales are moved to when the project is closed. */ salesAccountClosed?: number
  /** The sales value of approved hours is booked; then all four properties of sales are needed. Left out when false. */ includeSalesPriceInFinance?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface ActivityGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ActivityGroup[]
}

export type ActivityGroupCreate = Body<ActivityGroup, 'name' | 'type', 'objectVersion'>

export interface CostTypeGroup {
  /** The number that identifies the cost type group. */ number: number
  /** The name. */ name: string
  /** 1 invoiceable, 2 not invoiceable. */ type: 1 | 2
  /** The price of an expense above its cost, in per cent. */ markup?: number
  /** The account that expenses are booked to while the project runs. */ accountOnGoing: number
  /** The account that expenses are moved to when the project is closed. */ accountClosed: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface CostTypeGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: CostTypeGroup[]
}

export interface CostType {
  /** The number that identifies the cost type. */ number: number
  /** The name. */ name: string
  /** The group of the cost type: it says where expenses are booked. */ costGroupNumber?: number
  /** The VAT code, such as I25 (purchase) or U25 (sale). */ vatCode?: string
  /** true: the cost type is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** When the cost type was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface CostTypeCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: CostType[]
}

export interface EmployeeGroup {
  /** The number that identifies the employee group. */ number: number
  /** The name. */ name: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface EmployeeGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: EmployeeGroup[]
}

export type EmployeeGroupCreate = Body<EmployeeGroup, 'number' | 'name', 'objectVersion'>

export type EmployeeGroupUpdate = Body<EmployeeGroup, 'number' | 'name' | 'objectVersion', never>

export interface Employee {
  /** The number that identifies the employee. */ number: number
  /** The group of the employee. */ groupNumber: number
  /** The name. */ name: string
  /** Whether the employee is barred. Left out when false. */ isBarred?: boolean
  /** The phone number. */ phone?: string
  /** The e-mail address. */ email?: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface EmployeeCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Employee[]
}

export type EmployeeCreate = Body<Employee, 'number' | 'groupNumber' | 'name', 'objectVersion'>

export type EmployeeUpdate = Body<Employee, 'number' | 'groupNumber' | 'name' | 'objectVersion', never>

export interface MileagePrices {
  /** The number that identifies the mileage prices. */ number: number
  /** What the mileage costs, in base currency. */ costPrice?: number
  /** What a kilometre costs. */ costRate?: number
  /** What the mileage is sold for, in base currency. */ salesPrice?: number
  /** What a kilometre is sold for. */ salesRate?: number
}

export interface MileagePricesCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: MileagePrices[]
}

export interface Mileage {
  /** The number that identifies the mileage. */ number: number
  /** The number of an employee. */ employeeNumber: number
  /** The project. */ projectNumber: number
  /** The day of the journey. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** Kilometres; a negative distance corrects what is approved. */ distance: number
  /** Where the journey began. */ from?: string
  /** Where the journey ended. */ to?: string
  /** true: it is approved. Its prices are fixed, and only a negative entry can correct it. Left out when false. */ isApproved?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface MileageCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Mileage[]
}

export type MileageCreate = Body<Mileage, 'employeeNumber' | 'projectNumber' | 'date' | 'distance', 'number' | 'isApproved' | 'objectVersion'>

export type MileageUpdate = Body<Mileage, 'number' | 'employeeNumber' | 'projectNumber' | 'date' | 'distance' | 'objectVersion', never>

export interface ProjectActivity {
  /** The number that identifies the project activity. */ number: number
  /** The project. It cannot be changed. */ projectNumber: number
  /** The activity: what was done. It cannot be changed. */ activityNumber: number
  /** The first day of the project activity. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ startDate?: string
  /** The last day of the project activity. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ endDate?: string
  /** The employee who is responsible. */ responsibleEmployeeNumber?: number
  /** true: the activity is finished on this project and takes no more time. Left out when false. */ completed?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
  /** When the project activity was last changed, UTC. */ lastUpdated?: string
}

export interface ProjectActivityCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProjectActivity[]
}

export type ProjectActivityCreate = Body<ProjectActivity, 'projectNumber' | 'activityNumber', 'number' | 'objectVersion' | 'lastUpdated'>

export type ProjectActivityUpdate = Body<ProjectActivity, 'number' | 'projectNumber' | 'activityNumber' | 'objectVersion', never>

export interface ProjectCustomer {
  /** The number that identifies the project customer. */ number: number
  /** The name. */ name: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface ProjectCustomerCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProjectCustomer[]
}

export interface ProjectEmployeeGroup {
  /** The number that identifies the project employee group. */ number: number
  /** The name. */ name: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface ProjectEmployeeGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProjectEmployeeGroup[]
}

export type ProjectEmployeeGroupCreate = Body<ProjectEmployeeGroup, 'number' | 'name', 'objectVersion'>

export type ProjectEmployeeGroupUpdate = Body<ProjectEmployeeGroup, 'number' | 'name' | 'objectVersion', never>

export interface ProjectEmployee {
  /** The number that identifies the project employee. */ number: number
  /** The group of the project employee. */ groupNumber: number
  /** The name. */ name: string
  /** The employee can log in: employeeType is not 0. Left out when false. */ isUser?: boolean
  /** The name by which the employee logs in. */ userId?: string
  /** May approve time entries and mileages. Left out when false. */ canApprove?: boolean
  /** 0 no user, 1 time logger, 2 project manager, 3 mobile logger. */ employeeType: 0 | 1 | 2 | 3
  /** May invoice projects. Left out when false. */ canInvoice?: boolean
  /** true: the project employee is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** Street and house number. */ address?: string
  /** The town. */ city?: string
  /** The postal code. */ zipCode?: string
  /** The last day of the prices before. A calendar day such as 2026-01-31; a time is refused. */ cutOffDate?: string
  /** What an hour is sold for up to and including the cut-off date. */ salesPriceBefore?: number
  /** What an hour is sold for after the cut-off date. */ salesPriceAfter?: number
  /** What an hour of the employee costs up to and including cutOffDate. */ costPriceBefore?: number
  /** What an hour of the employee costs after cutOffDate. */ costPriceAfter?: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface ProjectEmployeeCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProjectEmployee[]
}

export type ProjectEmployeeCreate = Body<ProjectEmployee, 'number' | 'groupNumber' | 'name', 'isUser' | 'userId' | 'employeeType' | 'objectVersion'>

export type ProjectEmployeeUpdate = Body<ProjectEmployee, 'number' | 'groupNumber' | 'name' | 'objectVersion', never>

export interface ProjectGroup {
  /** The number that identifies the project group. */ number: number
  /** The name. */ name: string
  /** 1 internal, 2 external and invoiceable, 3 external and not invoiceable. */ type: 1 | 2 | 3
  /** 0 debit, 1 credit: the side of the ongoing account. */ costAccountOngoingType?: 0 | 1
  /** The account that cost is booked to while the project runs. */ costAccountOngoing?: number
  /** The account that takes the opposite of the cost while the project runs. */ costContraAccountOngoing?: number
  /** The account that cost is moved to when the project is closed. */ costAccountClosed?: number
  /** The cost of approved hours is booked; then all four properties of the cost are needed. Left out when false. */ includeCostPriceInFinance?: boolean
  /** 0 debit, 1 credit: the side of the ongoing account. */ salesAccountOngoingType?: 0 | 1
  /** The account that sales are booked to while the project runs. */ salesAccountOngoing?: number
  /** The account that takes the opposite of sales while the project runs. */ salesContraAccountOngoing?: number
  /** The account that sales are moved to when the project is closed. */ salesAccountClosed?: number
  /** The sales value of approved hours is booked; then all four properties of sales are needed. Left out when false. */ includeSalesPriceInFinance?: boolean
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface ProjectGroupCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProjectGroup[]
}

export type ProjectGroupCreate = Body<ProjectGroup, 'name' | 'type', 'objectVersion'>

export interface Project {
  /** The number that identifies the project. */ number: number
  /** The name. */ name: string
  /** The group of the project: it says for whom the project is, and where its time is booked. */ projectGroupNumber: number
  /** The number of the customer. */ customerNumber?: number
  /** true: the project is closed for good and takes no more entries. Left out when false. It cannot be changed. */ isClosed?: boolean
  /** The default distance in user interfaces. */ mileage: number
  /** true: the project is barred. It keeps what it has and takes nothing new. Left out when false. */ isBarred?: boolean
  /** Sums up its sub-projects and takes no entries itself. Left out when false. */ isMainProject?: boolean
  /** Mileages of the project are invoiced. Left out when false. */ isMileageInvoiced?: boolean
  /** When the project was last changed, UTC. */ lastUpdated?: string
  /** The employee who is responsible. */ responsibleEmployeeNumber?: number
  /** The main project that sums this one up. */ mainProjectNumber?: number
  /** A second employee who is responsible. */ otherResponsibleEmployeeNumber?: number
  /** How far the project has come, by its number in ProjectStatuses. */ status?: number
  /** A description. */ description?: string
  /** The day of the delivery. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ deliveryDate?: string
  /** The department, a value of dimension 1. */ departmentNumber?: number
  /** The day that the project was closed; absent while it is open. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. It cannot be changed. */ closedDate?: string
  /** Only reports use it. */ fixedPrice?: number
  /** The cost of everything approved on the project, in base currency. */ costPrice?: number
  /** The price of everything approved on the project, in base currency. */ salesPrice?: number
  /** How much of the project was invoiced, in base currency. */ invoicedTotal?: number
  /** The contact of the customer who is responsible for the project. */ contactPersonId?: number
  /** The delivery location of the customer. */ deliveryLocationNumber?: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
  /** A reference of your own, which documents print. */ otherReference?: string
}

export interface ProjectCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: Project[]
}

export type ProjectCreate = Body<Project, 'name' | 'projectGroupNumber', 'lastUpdated' | 'costPrice' | 'salesPrice' | 'invoicedTotal' | 'objectVersion'>

export type ProjectUpdate = Body<Project, 'number' | 'name' | 'projectGroupNumber' | 'objectVersion', never>

export interface ProjectStatus {
  /** The number that identifies the project status. */ number: number
  /** The name. */ name?: string
  /** 1 quote sent, 2 realised. */ type: 1 | 2
  /** The order in which people see journals and statuses: lower comes first. */ priority: number
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface ProjectStatusCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: ProjectStatus[]
}

export interface TimeEntry {
  /** The number that identifies the time entry. */ number: number
  /** The number of an employee. */ employeeNumber: number
  /** The project. */ projectNumber: number
  /** The activity: what was done. */ activityNumber: number
  /** The day that the hours were worked. A calendar day, read as 2026-01-31T00:00:00Z; a time sent is dropped. */ date: string
  /** What was done. */ text?: string
  /** 0 where left out; negative hours correct what is approved. */ numberOfHours?: number
  /** true: it is approved. Its prices are fixed, and only a negative entry can correct it. Left out when false. */ isApproved?: boolean
  /** It is on a booked invoice. Left out when false. */ isReconciled?: boolean
  /** When the time entry was last changed, UTC. */ lastUpdated: string
  /** Changes whenever the item does. Send the one that you read with every update; leave it out on create. */ objectVersion?: string
}

export interface TimeEntryCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: TimeEntry[]
}

export type TimeEntryCreate = Body<TimeEntry, 'employeeNumber' | 'projectNumber' | 'activityNumber' | 'date', 'number' | 'isApproved' | 'isReconciled' | 'lastUpdated' | 'objectVersion'>

export type TimeEntryUpdate = Body<TimeEntry, 'number' | 'employeeNumber' | 'projectNumber' | 'activityNumber' | 'date' | 'objectVersion', never>

export interface TimeEntryPrices {
  /** The number that identifies the time entry prices. */ number: number
  /** What the hours cost, in base currency. */ costPrice?: number
  /** What the hours are sold for, in base currency. */ salesPrice?: number
}

export interface TimeEntryPricesCursorResults {
  /** Send it as the next request's cursor; absent when the end of the list is reached. */ cursor?: string
  /** The items from the cursor on, in the order of their identifier. */ items: TimeEntryPrices[]
}

export interface TimeEntryNumbersCollection {
  /** The time entries to approve: all of them are approved, or none. */ numbers: number[]
  /** 0 books at the end of the month of each entry, or today if that day has not passed, as where left out; 1 books on its own day. */ bookOn?: 0 | 1
}

export interface MileageNumbersCollection {
  /** The mileages to approve: all of them are approved, or none. */ numbers: number[]
}

export interface Resources {
  activities: Of<{ item: Activity; key: number; create: ActivityCreate; created: CreatedResult }, 'page' | 'list' | 'create' | 'update' | 'count' | 'get'>
  activityGroups: Of<{ item: ActivityGroup; key: number; create: ActivityGroupCreate; created: CreatedResult }, 'get' | 'page' | 'list' | 'create' | 'count'>
  costTypeGroups: Of<{ item: CostTypeGroup; key: number }, 'list' | 'page' | 'count' | 'get'>
  costTypes: Of<{ item: CostType; key: number }, 'list' | 'page' | 'count' | 'get'>
  employeeGroups: Of<{ item: EmployeeGroup; key: number; create: EmployeeGroupCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  employees: Of<{ item: Employee; key: number; create: EmployeeCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  mileageEntryPrices: Of<{ item: MileagePrices; key: number }, 'get' | 'page' | 'list'>
  mileageEntries: Of<{ item: Mileage; key: number; create: MileageCreate; created: CreatedResult }, 'get' | 'delete' | 'page' | 'list' | 'create' | 'update' | 'count'>
  projectActivities: Of<{ item: ProjectActivity; key: number; create: ProjectActivityCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  projectCustomers: Of<{ item: ProjectCustomer; key: number }, 'list' | 'page' | 'count' | 'get'>
  projectEmployeeGroups: Of<{ item: ProjectEmployeeGroup; key: number; create: ProjectEmployeeGroupCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  projectEmployees: Of<{ item: ProjectEmployee; key: number; create: ProjectEmployeeCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  projectGroups: Of<{ item: ProjectGroup; key: number; create: ProjectGroupCreate; created: CreatedResult }, 'page' | 'list' | 'create' | 'count' | 'get'>
  projects: Of<{ item: Project; key: number; create: ProjectCreate; created: CreatedResult }, 'list' | 'page' | 'count' | 'get' | 'create' | 'update' | 'delete'>
  projectStatuses: Of<{ item: ProjectStatus; key: number }, 'list' | 'page' | 'count' | 'get'>
  timeEntries: Of<{ item: TimeEntry; key: number; create: TimeEntryCreate; created: CreatedResult }, 'get' | 'delete' | 'page' | 'list' | 'create' | 'update' | 'count'>
  timeEntryPrices: Of<{ item: TimeEntryPrices; key: number }, 'get' | 'page' | 'list'>
}

export interface Calls {
  /** List activities by pages */ 'GET /projectsapi/v1.1.0/Activities/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Activity[] }
  /** List activities by cursor */ 'GET /projectsapi/v1.1.0/Activities': { query: { cursor?: string; filter?: string }; answer: ActivityCursorResults }
  /** Create an activity */ 'POST /projectsapi/v1.1.0/Activities': { body: ActivityCreate; answer: CreatedResult }
  /** Update an activity */ 'PUT /projectsapi/v1.1.0/Activities': { body: ActivityUpdate; answer: undefined }
  /** Count activities */ 'GET /projectsapi/v1.1.0/Activities/count': { query: { filter?: string }; answer: number }
  /** Read an activity */ 'GET /projectsapi/v1.1.0/Activities/{number}': { path: { number: number }; answer: Activity }
  /** The activities an employee may register on for a project */ 'GET /projectsapi/v1.1.0/Activities/allowed': { query: { employeeNumber: number; projectNumber: number }; answer: Activity[] }
  /** Read an activity group */ 'GET /projectsapi/v1.1.0/ActivityGroups/{number}': { path: { number: number }; answer: ActivityGroup }
  /** List activity groups by pages */ 'GET /projectsapi/v1.1.0/ActivityGroups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ActivityGroup[] }
  /** List activity groups by cursor */ 'GET /projectsapi/v1.1.0/ActivityGroups': { query: { cursor?: string; filter?: string }; answer: ActivityGroupCursorResults }
  /** Create an activity group */ 'POST /projectsapi/v1.1.0/ActivityGroups': { body: ActivityGroupCreate; answer: CreatedResult }
  /** Count activity groups */ 'GET /projectsapi/v1.1.0/ActivityGroups/count': { query: { filter?: string }; answer: number }
  /** List cost type groups by cursor */ 'GET /projectsapi/v1.1.0/CostTypeGroups': { query: { cursor?: string; filter?: string }; answer: CostTypeGroupCursorResults }
  /** List cost type groups by pages */ 'GET /projectsapi/v1.1.0/CostTypeGroups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: CostTypeGroup[] }
  /** Count cost type groups */ 'GET /projectsapi/v1.1.0/CostTypeGroups/count': { query: { filter?: string }; answer: number }
  /** Read a cost type group */ 'GET /projectsapi/v1.1.0/CostTypeGroups/{number}': { path: { number: number }; answer: CostTypeGroup }
  /** List cost types by cursor */ 'GET /projectsapi/v1.1.0/CostTypes': { query: { cursor?: string; filter?: string }; answer: CostTypeCursorResults }
  /** List cost types by pages */ 'GET /projectsapi/v1.1.0/CostTypes/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: CostType[] }
  /** Count cost types */ 'GET /projectsapi/v1.1.0/CostTypes/count': { query: { filter?: string }; answer: number }
  /** Read a cost type */ 'GET /projectsapi/v1.1.0/CostTypes/{number}': { path: { number: number }; answer: CostType }
  /** List employeegroups by cursor */ 'GET /projectsapi/v1.1.0/EmployeeGroups': { query: { cursor?: string; filter?: string }; answer: EmployeeGroupCursorResults }
  /** Create an employee group */ 'POST /projectsapi/v1.1.0/EmployeeGroups': { body: EmployeeGroupCreate; answer: CreatedResult }
  /** Update an employee group */ 'PUT /projectsapi/v1.1.0/EmployeeGroups': { body: EmployeeGroupUpdate; answer: undefined }
  /** List employeegroups by pages */ 'GET /projectsapi/v1.1.0/EmployeeGroups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: EmployeeGroup[] }
  /** Count employeegroups */ 'GET /projectsapi/v1.1.0/EmployeeGroups/count': { query: { filter?: string }; answer: number }
  /** Read an employee group */ 'GET /projectsapi/v1.1.0/EmployeeGroups/{number}': { path: { number: number }; answer: EmployeeGroup }
  /** Delete an employee group */ 'DELETE /projectsapi/v1.1.0/EmployeeGroups/{number}': { path: { number: number }; answer: undefined }
  /** List employees by cursor */ 'GET /projectsapi/v1.1.0/Employees': { query: { cursor?: string; filter?: string }; answer: EmployeeCursorResults }
  /** Create an employee */ 'POST /projectsapi/v1.1.0/Employees': { body: EmployeeCreate; answer: CreatedResult }
  /** Update an employee */ 'PUT /projectsapi/v1.1.0/Employees': { body: EmployeeUpdate; answer: undefined }
  /** List employees by pages */ 'GET /projectsapi/v1.1.0/Employees/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Employee[] }
  /** Count employees */ 'GET /projectsapi/v1.1.0/Employees/count': { query: { filter?: string }; answer: number }
  /** Read an employee */ 'GET /projectsapi/v1.1.0/Employees/{number}': { path: { number: number }; answer: Employee }
  /** Delete an employee */ 'DELETE /projectsapi/v1.1.0/Employees/{number}': { path: { number: number }; answer: undefined }
  /** Read a mileage prices */ 'GET /projectsapi/v1.1.0/MileagePrices/{number}': { path: { number: number }; answer: MileagePrices }
  /** List mileageentryprices by pages */ 'GET /projectsapi/v1.1.0/MileagePrices/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: MileagePrices[] }
  /** List mileageentryprices by cursor */ 'GET /projectsapi/v1.1.0/MileagePrices': { query: { cursor?: string; filter?: string }; answer: MileagePricesCursorResults }
  /** Read a mileage */ 'GET /projectsapi/v1.1.0/Mileages/{number}': { path: { number: number }; answer: Mileage }
  /** Delete a mileage */ 'DELETE /projectsapi/v1.1.0/Mileages/{number}': { path: { number: number }; answer: undefined }
  /** List mileageentries by pages */ 'GET /projectsapi/v1.1.0/Mileages/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Mileage[] }
  /** List mileageentries by cursor */ 'GET /projectsapi/v1.1.0/Mileages': { query: { cursor?: string; filter?: string }; answer: MileageCursorResults }
  /** Create a mileage */ 'POST /projectsapi/v1.1.0/Mileages': { body: MileageCreate; answer: CreatedResult }
  /** Update a mileage */ 'PUT /projectsapi/v1.1.0/Mileages': { body: MileageUpdate; answer: undefined }
  /** Count mileageentries */ 'GET /projectsapi/v1.1.0/Mileages/count': { query: { filter?: string }; answer: number }
  /** List project activities by cursor */ 'GET /projectsapi/v1.1.0/project-activities': { query: { cursor?: string; filter?: string }; answer: ProjectActivityCursorResults }
  /** Create a project activity */ 'POST /projectsapi/v1.1.0/project-activities': { body: ProjectActivityCreate; answer: CreatedResult }
  /** Update a project activity */ 'PUT /projectsapi/v1.1.0/project-activities': { body: ProjectActivityUpdate; answer: undefined }
  /** List project activities by pages */ 'GET /projectsapi/v1.1.0/project-activities/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProjectActivity[] }
  /** Count project activities */ 'GET /projectsapi/v1.1.0/project-activities/count': { query: { filter?: string }; answer: number }
  /** Read a project activity */ 'GET /projectsapi/v1.1.0/project-activities/{number}': { path: { number: number }; answer: ProjectActivity }
  /** Delete a project activity */ 'DELETE /projectsapi/v1.1.0/project-activities/{number}': { path: { number: number }; answer: undefined }
  /** List project customers by cursor */ 'GET /projectsapi/v1.1.0/project-customers': { query: { cursor?: string; filter?: string }; answer: ProjectCustomerCursorResults }
  /** List project customers by pages */ 'GET /projectsapi/v1.1.0/project-customers/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProjectCustomer[] }
  /** Count project customers */ 'GET /projectsapi/v1.1.0/project-customers/count': { query: { filter?: string }; answer: number }
  /** Read a project customer */ 'GET /projectsapi/v1.1.0/project-customers/{number}': { path: { number: number }; answer: ProjectCustomer }
  /** List projectemployeegroups by cursor */ 'GET /projectsapi/v1.1.0/project-employeegroups': { query: { cursor?: string; filter?: string }; answer: ProjectEmployeeGroupCursorResults }
  /** Create a project employee group */ 'POST /projectsapi/v1.1.0/project-employeegroups': { body: ProjectEmployeeGroupCreate; answer: CreatedResult }
  /** Update a project employee group */ 'PUT /projectsapi/v1.1.0/project-employeegroups': { body: ProjectEmployeeGroupUpdate; answer: undefined }
  /** List projectemployeegroups by pages */ 'GET /projectsapi/v1.1.0/project-employeegroups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProjectEmployeeGroup[] }
  /** Count projectemployeegroups */ 'GET /projectsapi/v1.1.0/project-employeegroups/count': { query: { filter?: string }; answer: number }
  /** Read a project employee group */ 'GET /projectsapi/v1.1.0/project-employeegroups/{number}': { path: { number: number }; answer: ProjectEmployeeGroup }
  /** Delete a project employee group */ 'DELETE /projectsapi/v1.1.0/project-employeegroups/{number}': { path: { number: number }; answer: undefined }
  /** List projectemployees by cursor */ 'GET /projectsapi/v1.1.0/project-employees': { query: { cursor?: string; filter?: string }; answer: ProjectEmployeeCursorResults }
  /** Create a project employee */ 'POST /projectsapi/v1.1.0/project-employees': { body: ProjectEmployeeCreate; answer: CreatedResult }
  /** Update a project employee */ 'PUT /projectsapi/v1.1.0/project-employees': { body: ProjectEmployeeUpdate; answer: undefined }
  /** List projectemployees by pages */ 'GET /projectsapi/v1.1.0/project-employees/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProjectEmployee[] }
  /** Count projectemployees */ 'GET /projectsapi/v1.1.0/project-employees/count': { query: { filter?: string }; answer: number }
  /** Read a project employee */ 'GET /projectsapi/v1.1.0/project-employees/{number}': { path: { number: number }; answer: ProjectEmployee }
  /** Delete a project employee */ 'DELETE /projectsapi/v1.1.0/project-employees/{number}': { path: { number: number }; answer: undefined }
  /** List project groups by pages */ 'GET /projectsapi/v1.1.0/ProjectGroups/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProjectGroup[] }
  /** List project groups by cursor */ 'GET /projectsapi/v1.1.0/ProjectGroups': { query: { cursor?: string; filter?: string }; answer: ProjectGroupCursorResults }
  /** Create a project group */ 'POST /projectsapi/v1.1.0/ProjectGroups': { body: ProjectGroupCreate; answer: CreatedResult }
  /** Count project groups */ 'GET /projectsapi/v1.1.0/ProjectGroups/count': { query: { filter?: string }; answer: number }
  /** Read a project group */ 'GET /projectsapi/v1.1.0/ProjectGroups/{number}': { path: { number: number }; answer: ProjectGroup }
  /** List projects by cursor */ 'GET /projectsapi/v1.1.0/Projects': { query: { cursor?: string; filter?: string }; answer: ProjectCursorResults }
  /** Create a project */ 'POST /projectsapi/v1.1.0/Projects': { body: ProjectCreate; answer: CreatedResult }
  /** Update a project */ 'PUT /projectsapi/v1.1.0/Projects': { body: ProjectUpdate; answer: undefined }
  /** List projects by pages */ 'GET /projectsapi/v1.1.0/Projects/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: Project[] }
  /** Count projects */ 'GET /projectsapi/v1.1.0/Projects/count': { query: { filter?: string }; answer: number }
  /** Read a project */ 'GET /projectsapi/v1.1.0/Projects/{number}': { path: { number: number }; answer: Project }
  /** Delete a project */ 'DELETE /projectsapi/v1.1.0/Projects/{number}': { path: { number: number }; answer: undefined }
  /** The projects an employee may register on */ 'GET /projectsapi/v1.1.0/Projects/allowed': { query: { employeeNumber: number }; answer: Project[] }
  /** List project statuses by cursor */ 'GET /projectsapi/v1.1.0/ProjectStatuses': { query: { cursor?: string; filter?: string }; answer: ProjectStatusCursorResults }
  /** List project statuses by pages */ 'GET /projectsapi/v1.1.0/ProjectStatuses/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: ProjectStatus[] }
  /** Count project statuses */ 'GET /projectsapi/v1.1.0/ProjectStatuses/count': { query: { filter?: string }; answer: number }
  /** Read a project status */ 'GET /projectsapi/v1.1.0/ProjectStatuses/{number}': { path: { number: number }; answer: ProjectStatus }
  /** Read a time entry */ 'GET /projectsapi/v1.1.0/TimeEntries/{number}': { path: { number: number }; answer: TimeEntry }
  /** Delete a time entry */ 'DELETE /projectsapi/v1.1.0/TimeEntries/{number}': { path: { number: number }; answer: undefined }
  /** List timeentries by pages */ 'GET /projectsapi/v1.1.0/TimeEntries/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: TimeEntry[] }
  /** List timeentries by cursor */ 'GET /projectsapi/v1.1.0/TimeEntries': { query: { cursor?: string; filter?: string }; answer: TimeEntryCursorResults }
  /** Create a time entry */ 'POST /projectsapi/v1.1.0/TimeEntries': { body: TimeEntryCreate; answer: CreatedResult }
  /** Update a time entry */ 'PUT /projectsapi/v1.1.0/TimeEntries': { body: TimeEntryUpdate; answer: undefined }
  /** Count timeentries */ 'GET /projectsapi/v1.1.0/TimeEntries/count': { query: { filter?: string }; answer: number }
  /** Read a time entry prices */ 'GET /projectsapi/v1.1.0/TimeEntryPrices/{number}': { path: { number: number }; answer: TimeEntryPrices }
  /** List timeentryprices by pages */ 'GET /projectsapi/v1.1.0/TimeEntryPrices/paged': { query: { filter?: string; pageSize?: number; skipPages?: number; sort?: string }; answer: TimeEntryPrices[] }
  /** List timeentryprices by cursor */ 'GET /projectsapi/v1.1.0/TimeEntryPrices': { query: { cursor?: string; filter?: string }; answer: TimeEntryPricesCursorResults }
  /** Approve entries, all or none: their prices are fixed, and what their groups include in finance is booked */ 'POST /projectsapi/v1.1.0/TimeEntries/approve': { body: TimeEntryNumbersCollection; answer: undefined }
  /** Approve entries, all or none: their prices are fixed, and what their groups include in finance is booked */ 'POST /projectsapi/v1.1.0/Mileages/approve': { body: MileageNumbersCollection; answer: undefined }
}
