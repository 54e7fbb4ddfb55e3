import { quote } from '#server/kit/rows/column.ts'
import type { Conn, Scope } from './database.ts'

/** A series of numbers, and the column in which one given by hand may have come before it. */
export interface Series {
  name: string
  table: string
  column: string
}

interface WaitingCaller {
  resolve(number: string): void
  reject(error: unknown): void
}

const MAX_AT_ONCE = 100

// The commit need not reach the disk by itself: what uses a number is written after it, and a disk
// that has the later has the earlier.
const NEXT_NUMBERS = `select set_config('synchronous_commit', 'off', true),
  next_numbers($1, $2, $3, $4) as given`

// What the function does when all is as usual, planned once. Numbers that somebody has typed ahead
// are left out, and a series that is not there gives no row: both are left to the function. Each is
// looked up by itself, since “not exists” would be planned as a walk through all numbers.
function usualNumbers({ table, column }: Series): string {
  return `with taken as (update series set next_value = next_value + $2::int where name = $1
      returning prefix, next_value)
    select set_config('synchronous_commit', 'off', true), array(
      select c from (select prefix || n as c
        from generate_series(next_value - $2::int, next_value - 1) n) numbers
      where (select true from ${quote(table)} where ${quote(column)} = c limit 1) is null) as given
    from taken`
}

/**
 * Gives numbers of series that may have gaps, outside the transaction that uses them, so that nobody
 * waits for another's commit. Whoever asks while others are being served is served with the next lot.
 */
export function makeNumberGiver(
  inScope: <T>(scope: Scope, fn: (conn: Conn) => Promise<T>) => Promise<T>,
): (scope: Scope, series: Series) => Promise<string> {
  const queues = new Map<string, WaitingCaller[]>()

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
    function take(): WaitingCaller[] {
      return queues.get(key)?.splice(0, MAX_AT_ONCE) ?? []
    }
  }

  function numbersFor(scope: Scope, series: Series, count: number): Promise<string[]> {
    return inScope(scope, async (conn) => {
      const ask = async (sql: string, values: unknown[], name: string) => {
        const [row] = await conn.query<{ given: string[] }>(sql, values, name)
        return row?.given ?? []
      }
      const { name, table, column } = series
      const given = await ask(usualNumbers(series), [name, count], `numbers_${name}`)
      const missing = count - given.length
      if (missing === 0) return given
      return [...given, ...(await ask(NEXT_NUMBERS, [name, table, column, missing], 'numbers'))]
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
