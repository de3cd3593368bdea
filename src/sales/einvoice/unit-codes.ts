/** UN/ECE codes of units, with their usual names. Any other unit is one (C62). */
const CODES: Readonly<Record<string, readonly string[]>> = {
  H87: ['stk', 'styk', 'pcs', 'pc', 'piece', 'pieces'],
  HUR: ['time', 'timer', 't', 'hour', 'hours', 'h'],
  DAY: ['dag', 'dage', 'day', 'days'],
  WEE: ['uge', 'uger', 'week', 'weeks'],
  MON: ['måned', 'måneder', 'md', 'mdr', 'month', 'months'],
  ANN: ['år', 'year', 'years'],
  KGM: ['kg', 'kilo'],
  GRM: ['g', 'gram'],
  TNE: ['ton', 'tons'],
  MTR: ['m', 'meter'],
  MTK: ['m2', 'm²', 'kvm'],
  KMT: ['km'],
  LTR: ['l', 'liter'],
  XPK: ['pakke', 'pakker', 'package'],
  XBX: ['kasse', 'kasser', 'box'],
  SET: ['sæt', 'set'],
}

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(CODES).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
)

/** The code of a unit, by its name. */
export const unitCode = (name: string | null): string =>
  byName.get((name ?? '').trim().replace(/\.$/, '').toLowerCase()) ?? 'C62'
