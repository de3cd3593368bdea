/** Faults of requests that a sandbox can order. */
export const FAULT_KINDS = ['429', '503', '500', 'slow', 'cut', 'cutAfter', 'stale'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]
