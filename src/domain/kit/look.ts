/** How everything looks that customers get from an organisation. */
export interface Look {
  /** The digest of the picture; none: the name stands in its place. */
  logo: string | null
  /** Of names, headings and bars, as #rrggbb. */
  colour: string
  /** A sentence or two at the foot. */
  footer: string
}

export const standardLook: Look = { logo: null, colour: '#14666f', footer: '' }

/** What the law of reading asks for: WCAG 2.2, text of any size. */
export const LEAST_CONTRAST = 4.5

const COLOUR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

/** Red, green and blue from 0 to 255; null for what is no colour. */
function partsOf(colour: string): number[] | null {
  const found = COLOUR.exec(colour)
  return found ? found.slice(1).map((part) => Number.parseInt(part, 16)) : null
}

/** How well a colour is read on white, from 1 to 21; the same as white on that colour. */
export function contrastOnWhite(colour: string): number {
  const [red = 255, green = 255, blue = 255] = (partsOf(colour) ?? []).map(lightOf)
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

const lightOf = (part: number) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** A colour that is read on white, and on which white is read. */
export const isReadable = (colour: string) =>
  partsOf(colour) !== null && contrastOnWhite(colour) >= LEAST_CONTRAST

/** The same colour with white in it, for what stands beside the full one. */
export function palerColour(colour: string, white = 0.58): string {
  const parts = partsOf(colour) ?? [0, 0, 0]
  const mixed = parts.map((part) => Math.round(part + (255 - part) * white))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
