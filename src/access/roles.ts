/** What a grant may be issued for (rule 3.3). */
export const ROLES = ['SuperUser', 'Bookkeeping', 'Sales', 'ProjectEmployee'] as const
export type Role = (typeof ROLES)[number]

/** What an agreement may have beside the books; rules name them (rule 3.4). */
export const MODULES = ['Projects', 'Dimension', 'Accruals', 'Complete'] as const
export type Module = (typeof MODULES)[number]
