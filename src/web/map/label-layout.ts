/** A name with the point it belongs to, in pixels. */
export interface Label {
  name: string
  x: number
  y: number
}

/** A mark that covers what is beneath it. */
export interface Bubble {
  x: number
  y: number
  radius: number
}

/** Where a name is written: so far to the right of its point. */
type PlacedLabel<L> = L & { shift: number }

const LETTER = 6.8
const HEIGHT = 16
const GAP = 8

interface Rectangle {
  left: number
  right: number
  top: number
  bottom: number
}

/** Names beside their points and beside the marks on them; what has no room is left out. */
export function layOut<L extends Label>(
  labels: readonly L[],
  bubbles: readonly Bubble[],
): PlacedLabel<L>[] {
  const taken: Rectangle[] = []
  return labels.flatMap((label) => {
    const over = bubbles.find(({ x, y, radius }) => Math.hypot(x - label.x, y - label.y) < radius)
    const shift = over ? over.x + over.radius + GAP / 2 - label.x : GAP
    const box = rectangleOf(label, shift)
    const isFree =
      !taken.some((other) => overlaps(box, other)) && !bubbles.some((one) => covers(one, box))
    if (!isFree) return []
    taken.push(box)
    return [{ ...label, shift }]
  })
}

function rectangleOf({ name, x, y }: Label, shift: number): Rectangle {
  const left = x + shift
  return { left, right: left + name.length * LETTER, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 }
}

const overlaps = (one: Rectangle, other: Rectangle) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom

/** Whether any of the circle lies over the rectangle. */
function covers({ x, y, radius }: Bubble, { left, right, top, bottom }: Rectangle): boolean {
  const nearestX = Math.min(Math.max(x, left), right)
  const nearestY = Math.min(Math.max(y, top), bottom)
  return Math.hypot(x - nearestX, y - nearestY) < radius
}
