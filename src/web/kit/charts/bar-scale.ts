// Where the bars of a chart stand. A picture is not an amount: here numbers may be floating.

/** Round steps from zero to at least the highest value, four or five of them. */
export function ticksTo(highest: number): number[] {
  if (!(highest > 0)) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  const count = Math.ceil(highest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, place) => Number((place * step).toPrecision(12)))
}

/** Which of so many labels are written when each needs some room; the last one always is. */
export function isLabelled(place: number, count: number, width: number, room: number): boolean {
  const every = Math.max(1, Math.ceil((room * count) / Math.max(width, 1)))
  return (count - 1 - place) % every === 0
}

/** The steps of a scale that holds zero, the highest and the lowest value. */
export function ticksBetween(lowest: number, highest: number): number[] {
  if (lowest >= 0) return ticksTo(highest)
  const both = Math.max(highest, -lowest)
  const [, step = 1] = ticksTo(both)
  const below = Math.ceil(-lowest / step - 1e-9)
  const above = Math.max(Math.ceil(highest / step - 1e-9), 0)
  return Array.from({ length: below + above + 1 }, (_, place) =>
    Number(((place - below) * step).toPrecision(12)),
  )
}
