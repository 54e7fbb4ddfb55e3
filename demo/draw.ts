// Demonstration data is the same on every machine, so chance has to be made, not found.

/** Numbers from 0 up to 1 that look random and always come in the same order (mulberry32). */
export function makeDraw(seed: number): Draw {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    whole,
    chance: (share) => next() < share,
    // An index below the length always finds something.
    one: <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T,
  }
}

export interface Draw {
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  chance(share: number): boolean
  one<T>(list: readonly T[]): T
}
