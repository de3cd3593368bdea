const asText = { serialize: (value: unknown) => String(value), parse: (text: string) => text }

/** How postgres.js is to open a connection, and to pass values on. */
export function driverOptions() {
  return {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    onnotice: () => {},
    fetch_types: false,
    // Settings that a pooler knows, too. The others follow once `ways.ts` knows what is there.
    connection: { application_name: 'daybook', TimeZone: 'UTC', DateStyle: 'ISO' },
    // Exact text in both directions: a decimal never becomes a float, a date never a Date.
    types: {
      numeric: { to: 1700, from: [1700], ...asText },
      bigint: { to: 20, from: [20], ...asText },
      date: { to: 1082, from: [1082], ...asText },
      timestamp: { to: 1184, from: [1184], ...asText },
      json: { to: 114, from: [114, 3802], ...asText },
      // Values may be text, and so may booleans.
      boolean: {
        to: 16,
        from: [16],
        serialize: (value: unknown) => String(value),
        parse: (text: string) => text === 't',
      },
    },
  }
}
