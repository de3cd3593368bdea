import { t } from '../words.ts'

/** The word for a kind of line. */
export const typeWord = (type: number): string =>
  t(({ 2: 'type2', 3: 'type3', 4: 'type4', 10: 'type10' } as const)[type as 2] ?? 'type5')
