// A4 in points, with margins that survive every printer and a punch.
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 48, top: 52, bottom: 68 }
export const WIDTH = PAGE.width - PAGE.left - PAGE.right
export const END = PAGE.height - PAGE.bottom
export const INK = '#15191d'
export const QUIET = '#59636d'
export const LINE = '#d5dade'

/** Letters with their accents as one character: the font has those, and no others. */
export const clean = (text: string) => text.normalize('NFC')
