import { Problem } from '#domain/kit/problem.ts'
import { sqlStateOf } from '#server/kit/database.ts'
import { notPossible } from '#server/kit/state.ts'

/** Says in words what the database refused: two contracts on one connection and day. */
export async function asOverlap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlStateOf(error) !== '23P01' || error instanceof Problem) throw error
    const reason = `${connectionOf(error)} already has a contract in that time`
    const instead = 'End the other contract first, or change the days of this one.'
    throw notPossible('make this contract binding', reason, instead)
  }
}

// PostgreSQL names the refused key as (…)=(organisation, connection, days).
function connectionOf(error: unknown): string {
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : ''
  const connection = /=\(\d+, ([^,]+), [[(]/.exec(detail)?.[1]
  return connection ? `connection ${connection}` : 'one of its connections'
}
