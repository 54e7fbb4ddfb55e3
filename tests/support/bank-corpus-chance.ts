import { addDays } from '#domain/kit/day-number.ts'

/** Chance that repeats itself for the same seed. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  of(share: number): boolean {
    return this.next() < share
  }

  pick<Value>(values: readonly Value[]): Value {
    // There is always something to pick from; an index below the length is in the list.
    return values[this.below(values.length)] as Value
  }

  /** One of so many days from this one on. */
  day(from: string, days: number): string {
    return addDays(from, this.below(Math.max(days, 1)))
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    const shuffled = [...values]
    for (let at = shuffled.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1)
      const [a, b] = [shuffled[at], shuffled[other]]
      shuffled[at] = b as Value
      shuffled[other] = a as Value
    }
    return shuffled
  }
}
