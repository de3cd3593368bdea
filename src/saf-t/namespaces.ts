/** The namespaces of SAF-T Financial files, by the country whose format it is. */
export const NAMESPACES = {
  NO: 'urn:StandardAuditFile-Taxation-Financial:NO',
  DK: 'urn:StandardAuditFile-Taxation-Financial:DK',
} as const

/** The country whose format a file has. */
export type Country = keyof typeof NAMESPACES
