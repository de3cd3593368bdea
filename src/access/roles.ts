/** What a grant may be issued for (spec 1, Authentication 5). */
export const ROLES = ['SuperUser', 'Bookkeeping', 'Sales', 'ProjectEmployee'] as const
export type Role = (typeof ROLES)[number]

/** What an agreement may have beside the books; rules name them (ACCOUNTING.md, Who is who). */
export const MODULES = ['Projects', 'Dimension', 'Accruals', 'Complete'] as const
export type Module = (typeof MODULES)[number]
