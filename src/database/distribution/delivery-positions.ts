/**
 * Where positions of deliveries count if agreements are spread over servers: from behind those of every other
 * installation up to, and without, the microseconds of the year 2255 (`order_deliveries`).
 */
export const SPREAD_DELIVERIES = { from: 2n ** 62n, to: 2n ** 62n + 2n ** 53n } as const
