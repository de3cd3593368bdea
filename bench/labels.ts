/** A coordinate of a picture. */
export const at = (value: number): string => value.toFixed(1)

/** The height of the label of a line, in pixels. */
export const LABEL_HEIGHT = 15
/** The colours of lines, in turn. */
export const COLOURS = ['#c0392b', '#2471a3', '#1e8449', '#9a6a00', '#7d3c98', '#0e7a78', '#a04000', '#5d4037'] as const

/** Moves ascending positions apart by at least the height of a label, and keeps them within the area. */
export function spread(positions: readonly number[], { top, bottom }: { top: number; bottom: number }): number[] {
  const moved = [...positions]
  for (let index = 0; index < moved.length; index++) {
    moved[index] = Math.max(moved[index]!, (moved[index - 1] ?? top - LABEL_HEIGHT) + LABEL_HEIGHT)
  }
  for (let index = moved.length - 1; index >= 0; index--) {
    moved[index] = Math.min(moved[index]!, (moved[index + 1] ?? bottom + LABEL_HEIGHT) - LABEL_HEIGHT)
  }
  return moved
}
