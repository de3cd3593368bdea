/** Whether a grant of these roles has one of those that a group wants, or the group wants none (rule 3.3). */
export const hasRoleOf = (wanted: readonly string[], roles: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((role) => roles.includes(role))
