import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from './database.ts'

/**
 * Tries a part of a transaction. What is refused leaves nothing behind and stops nothing else:
 * `refused` says what becomes of it. Any other failure takes the whole transaction along.
 */
export async function attempt<T, R>(
  conn: Conn,
  work: () => Promise<T>,
  refused: (problem: Problem) => R | Promise<R>,
): Promise<T | R> {
  await conn.query('savepoint attempt')
  try {
    const done = await work()
    await conn.query('release savepoint attempt')
    return done
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await conn.query('rollback to savepoint attempt; release savepoint attempt')
    return refused(error)
  }
}

/** Does a part of a transaction to see what would come of it, and leaves nothing of it behind. */
export async function inVain<T>(conn: Conn, work: () => Promise<T>): Promise<T> {
  await conn.query('savepoint in_vain')
  const seen = await work()
  await conn.query('rollback to savepoint in_vain; release savepoint in_vain')
  return seen
}
