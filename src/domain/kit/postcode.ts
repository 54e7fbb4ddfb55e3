export type PostcodeProblem = 'short' | 'shape'

/** A postcode is text of four digits: the zero of Northland's and Auckland's codes matters. */
export function postcodeProblem(postcode: string): PostcodeProblem | null {
  if (/^\d{4}$/.test(postcode)) return null
  return /^\d{0,3}$/.test(postcode) ? 'short' : 'shape'
}
