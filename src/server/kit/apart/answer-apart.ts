import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '#domain/kit/problem.ts'

/** What a thread is given. */
export interface ThreadTask<Q = unknown> {
  asked: Q
}

/** What it tells: parts, and in the end its answer or why there is none. */
export type ThreadWord<A, P> =
  | { part: P }
  | { done: A }
  | { refused: { problem: Problem['problem']; detail: Problem['detail'] } }

/** The whole of a script that `runApart` starts: does the work and tells what came of it. */
export async function answerApart<Q, A, P = never>(
  work: (asked: Q, tell: (part: P) => Promise<void>) => A | Promise<A>,
): Promise<void> {
  const given: unknown = workerData
  // Read by itself, as a check of all files does, there is nothing to do.
  if (!isTask<Q>(given)) return
  const tell = (told: ThreadWord<A, P>) => parentPort?.postMessage(told)
  // One part at a time, so that others have their turn between taking in one and the next.
  const tellPart = async (part: P) => {
    tell({ part })
    if (parentPort) await once(parentPort, 'message')
  }
  try {
    tell({ done: await work(given.asked, tellPart) })
  } catch (refusal) {
    // Between threads errors lose their classes.
    if (!(refusal instanceof Problem)) throw refusal
    tell({ refused: { problem: refusal.problem, detail: refusal.detail } })
  }
}

function isTask<Q>(given: unknown): given is ThreadTask<Q> {
  return typeof given === 'object' && given !== null && 'asked' in given
}
