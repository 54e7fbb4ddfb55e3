import { z } from 'zod'

/** The sheet a signature is drawn on; points are whole numbers on it. */
export const SHEET = { width: 1000, height: 320 } as const

const MAX_STROKES = 60
const MAX_POINTS = 3000

const point = z.tuple([z.int().min(0).max(SHEET.width), z.int().min(0).max(SHEET.height)])

/** A drawing as the lines of a pen. Bounded, because anybody with a link may send one. */
export const strokesSchema = z
  .array(z.array(point).min(1).max(MAX_POINTS))
  .min(1, 'Please draw your signature.')
  .max(MAX_STROKES, 'That drawing has too many lines. Please clear it and try again.')
  .refine(
    (strokes) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= MAX_POINTS,
    'That drawing is too large. Please clear it and try again.',
  )

export type Strokes = z.infer<typeof strokesSchema>

/** A drawing as the path of an SVG, which PDF drawers understand as well. */
export function pathOf(strokes: Strokes): string {
  return strokes.map(strokePath).join(' ')
}

// A dot is a line of its own length; round ends make it visible.
function strokePath(stroke: Strokes[number]): string {
  const [first = [0, 0], ...rest] = stroke
  const others = rest.length > 0 ? rest : [[first[0] + 1, first[1]] as const]
  return `M${first[0]} ${first[1]}${others.map(([x, y]) => `L${x} ${y}`).join('')}`
}
