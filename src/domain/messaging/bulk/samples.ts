/** One recipient as far as it matters which of them is shown. */
export interface Sampled {
  customer_id: number
  /** Of the words as they would leave. */
  length: number
  /** How many of the fields that the words know are empty. */
  empties: number
}

export const sampleKinds = {
  longest: 'The longest',
  shortest: 'The shortest',
  thinnest: 'The one with most fields empty',
} as const
export type SampleKind = keyof typeof sampleKinds
export type Samples<S extends Sampled> = Record<SampleKind, S>

/** Remembers the extremes of however many pass by; the first of equals stays. */
export function withSample<S extends Sampled>(known: Samples<S> | null, next: S): Samples<S> {
  if (!known) return { longest: next, shortest: next, thinnest: next }
  return {
    longest: next.length > known.longest.length ? next : known.longest,
    shortest: next.length < known.shortest.length ? next : known.shortest,
    thinnest: next.empties > known.thinnest.empties ? next : known.thinnest,
  }
}
