import type { ErrorEntry } from './entry.ts'

/** Codes of projects, as published for the project-related API: one line per code. */
// prettier-ignore
export const projectErrors = {
  ProjectCannotBeCreatedUpdatedNumberAlreadyExists: { status: 400, message: 'A project with that number exists.', hint: 'Give a number that is free.' },
  ProjectCannotBeCreatedAsClosed: { status: 400, message: 'A new project is open.', hint: 'Create it open, and close it with PUT.' },
  ProjectCannotBeCreatedUpdatedCustomerNotFound: { status: 400, message: 'The customer does not exist.', hint: 'Use the number of a customer.' },
  ProjectCannotBeCreatedUpdatedMainProjectNumberCannotBeSet: { status: 400, message: 'A main project has no main project itself.', hint: 'Leave mainProjectNumber or isMainProject out.' },
  ProjectCannotBeCreatedUpdatedMainProjectNumberDoesNotExistOrInvalid: { status: 400, message: 'There is no main project of that number.', hint: 'Use the number of a project whose isMainProject is true.' },
  ProjectCannotBeMadeSubprojectHasSubProjects: { status: 400, message: 'The project has sub-projects, so it stays a main project.', hint: 'Give the sub-projects another main project first.' },
  ProjectCannotBeDeletedHasSubProjects: { status: 400, message: 'The project has sub-projects.', hint: 'Delete them, or give them another main project.' },
  ProjectCannotBeDeletedHasDraftEntries: { status: 400, message: 'Draft entries name the project.', hint: 'Change or delete them first, or close the project.' },
  ProjectCannotBeDeletedHasBookedEntries: { status: 400, message: 'Entries are booked on the project.', hint: 'Close the project instead.' },
} satisfies Record<string, ErrorEntry>
