import type { Conn, Scope } from './database.ts'

/** A series of numbers, and the column in which one given by hand may have come before it. */
export interface Series {
  name: string
  table: string
  column: string
}

interface Waiting {
  resolve(number: string): void
  reject(error: unknown): void
}

const MAX_AT_ONCE = 100

// The commit need not reach the disk by itself: what uses a number is written after it, and a disk
// that has the later has the earlier.
const NEXT_NUMBERS = `select set_config('synchronous_commit', 'off', true),
  next_numbers($1, $2, $3, $4) as given`

/**
 * Gives numbers of series that may have gaps, outside the transaction that uses them, so that nobody
 * waits for another's commit. Whoever asks while others are being served is served with the next lot.
 */
export function makeNumberGiver(
  inScope: <T>(scope: Scope, fn: (conn: Conn) => Promise<T>) => Promise<T>,
): (scope: Scope, series: Series) => Promise<string> {
  const queues = new Map<string, Waiting[]>()

  async function serve(key: string, scope: Scope, series: Series): Promise<void> {
    for (let lot = take(); lot.length > 0; lot = take()) {
      try {
        const given = await numbersFor(scope, series, lot.length)
        for (const [place, { resolve }] of lot.entries()) resolve(given[place] ?? '')
      } catch (error) {
        for (const { reject } of lot) reject(error)
      }
    }
    queues.delete(key)
    function take(): Waiting[] {
      return queues.get(key)?.splice(0, MAX_AT_ONCE) ?? []
    }
  }

  function numbersFor(scope: Scope, series: Series, count: number): Promise<string[]> {
    return inScope(scope, async (conn) => {
      const asked = [series.name, series.table, series.column, count]
      const [row] = await conn.query<{ given: string[] }>(NEXT_NUMBERS, asked, 'numbers')
      return row?.given ?? []
    })
  }

  return (scope, series) => {
    const key = `${scope.organisation_id}/${series.name}`
    return new Promise((resolve, reject) => {
      const queue = queues.get(key)
      if (queue) return queue.push({ resolve, reject })
      queues.set(key, [{ resolve, reject }])
      return serve(key, scope, series)
    })
  }
}
