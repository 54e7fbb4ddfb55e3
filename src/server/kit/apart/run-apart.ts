import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { ThreadTask, ThreadWord } from './answer-apart.ts'

interface Apart<P> {
  /** Ends the work midway. */
  signal?: AbortSignal | undefined
  /** Takes what the thread tells before it is through, so that large answers come in parts. */
  onPart?: ((part: P) => void) | undefined
}

/**
 * Does the work of a script, which calls `answerApart`, in a thread of its own: it takes seconds,
 * and nobody else’s call waits for them. A refusal arrives as the refusal it was.
 */
export async function runApart<A, P = never>(
  script: URL,
  asked: unknown,
  { signal, onPart }: Apart<P> = {},
): Promise<A> {
  const leave = await enter()
  try {
    signal?.throwIfAborted()
    return await inThread<A, P>(script, { asked }, { signal, onPart })
  } finally {
    leave()
  }
}

function inThread<A, P>(
  script: URL,
  workerData: ThreadTask,
  { signal, onPart }: Apart<P>,
): Promise<A> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(script, { workerData })
    const end = () => void thread.terminate()
    signal?.addEventListener('abort', end, { once: true })
    thread.once('exit', () => signal?.removeEventListener('abort', end))
    thread.on('message', (told: ThreadWord<A, P>) => {
      if ('part' in told) {
        onPart?.(told.part)
        thread.postMessage(null)
      } else if ('done' in told) resolve(told.done)
      else reject(new Problem(told.refused.problem, told.refused.detail))
    })
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`A thread ended with ${code} and no answer.`)))
  })
}

// Each thread has a heap of its own: more of them than there are processors only take up room.
const most = availableParallelism()
const waiting: (() => void)[] = []
let running = 0

/** Waits for a turn; what it answers ends that. */
async function enter(): Promise<() => void> {
  if (running < most) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  return () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const BE_PATIENT = sql`
  select set_config('idle_in_transaction_session_timeout', '120000', true)`

/** The transaction waits for such work longer than one may that somebody has forgotten. */
export const waitLong = (conn: Conn): Promise<unknown> => BE_PATIENT.run(conn)
