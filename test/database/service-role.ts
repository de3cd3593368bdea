/** The role of a service that has no more rights than it needs. Its password is its name. */
export const SERVICE_ROLE = 'daybook_test_service'
