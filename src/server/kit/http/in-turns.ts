import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does long work step by step, and lets others be answered in between. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
