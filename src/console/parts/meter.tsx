import { numbered, t } from '../words.ts'

/** A part of a whole, in figures and as a bar. `none` says what it means that there is no whole. */
export function Meter({ label, part, whole, none }: { label: string; part: number; whole: number; none?: string }) {
  const says = whole === 0 && none !== undefined ? none : t('partOf', { n: numbered(part), of: numbered(whole) })
  return (
    <div class="mtr">
      <div class="s m3">{label}</div>
      <div class="b mtr-f">{says}</div>
      <Bar part={part} whole={whole} />
    </div>
  )
}

/** A part of a whole as a bar. */
export const Bar = ({ part, whole }: { part: number; whole: number }) => (
  <svg class="mtr-b" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="of" width="100" height="4" />
    <rect class="is" width={whole === 0 ? 0 : (100 * part) / whole} height="4" />
  </svg>
)
