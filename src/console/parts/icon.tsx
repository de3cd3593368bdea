const PATHS = {
  overview: 'M2.5 7.5 8 3l5.5 4.5V13a.5.5 0 0 1-.5.5H9.8V10H6.2v3.5H3a.5.5 0 0 1-.5-.5z',
  journal: 'M3 2.5h8.5A1.5 1.5 0 0 1 13 4v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13M6 5.5h4M6 8h4',
  bank: 'M2 6.5 8 3l6 3.5zM3.5 6.5V12M6.5 6.5V12M9.5 6.5V12M12.5 6.5V12M2 13h12',
  invoice: 'M4 2h6l2.5 2.5V14H4zM10 2v2.5h2.5M6 7.5h4.5M6 10h4.5',
  people:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5zM1.8 13c.3-2.3 2-3.6 4.2-3.6s3.9 1.3 4.2 3.6M11 4a2 2 0 0 1 0 3.8M12.2 9.9c1.2.5 1.9 1.6 2.1 3.1',
  truck:
    'M1.5 4h8v7.5h-8zM9.5 6.5h3l2 2.5v2.5h-5M4.5 13a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6zM11.5 13a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6z',
  lines: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  bars: 'M2.5 13.5h11M4 11V8M8 11V3.5M12 11V6',
  scales: 'M8 2.5v11M4.5 13.5h7M3 5h10M3 5 1.5 9h3zM13 5l-1.5 4h3z',
  percent: 'M4 12 12 4M5 6.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11 12.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  lock: 'M4 7.5h8V13H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 13.5 13.5',
  prompt: 'M2.5 4.5 6 8l-3.5 3.5M8 12h5.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  plus: 'M8 3v10M3 8h10',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  download: 'M8 2.5V10M5 7.2 8 10l3-2.8M3 13h10',
  theme: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 2.5v11M8 5h3M8 8h5M8 11h3',
  warn: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1',
  offline: 'M2.5 6a8.5 8.5 0 0 1 11 0M4.8 8.5a5 5 0 0 1 6.4 0M8 11.8v.1M3 3l10 10',
  check: 'M3 8.5 6.5 12 13 4.5',
  seal: 'M8 1.8l1.6 1.1 1.9-.1.7 1.8 1.6 1-.5 1.9.5 1.9-1.6 1-.7 1.8-1.9-.1L8 13.2l-1.6-1.1-1.9.1-.7-1.8-1.6-1 .5-1.9-.5-1.9 1.6-1 .7-1.8 1.9.1zM5.8 7.6l1.6 1.6 2.9-3',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  book: 'M2.5 3.5h4A1.5 1.5 0 0 1 8 5v8.5a1.5 1.5 0 0 0-1.5-1.5h-4zM13.5 3.5h-4A1.5 1.5 0 0 0 8 5v8.5a1.5 1.5 0 0 1 1.5-1.5h4z',
  away: 'M9.5 2.5h4v4M13.5 2.5 8 8M11.5 9.5v4h-9v-9h4',
  exit: 'M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6',
} as const

/** The name of a drawn sign. */
export type IconName = keyof typeof PATHS

/** A sign beside words; never the only one to say something. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
