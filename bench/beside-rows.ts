import { requestText } from './http-connection.ts'
import type { Workload } from './load.ts'
import { BARE, type Bench, OURS, SQL } from './scenarios.ts'
import { httpLoad, type Statement, sqlLoad } from './workloads.ts'

interface AskedRows {
  name: string
  /** The organisation is its first parameter. */
  text: string
  values: unknown[]
}

/** Ours, the same SQL straight on PostgreSQL, and the least that can answer it over HTTP. */
export async function besideRows(
  bench: Bench,
  path: string,
  { name, text, values }: AskedRows,
): Promise<Workload[]> {
  const { organisation_id, plainUrl } = bench.database
  const given = [organisation_id, ...values]
  const address = `/rows?${new URLSearchParams({ name, text, values: JSON.stringify(given) })}`
  const bare = requestText('GET', address)
  return [
    await ours(bench, path),
    await sql(SQL, plainUrl, bench.workers, { name, text, values: given }),
    await httpLoad(BARE, {
      port: bench.barePort,
      workers: bench.workers,
      status: 200,
      request: () => bare,
    }),
  ]
}

export function ours(bench: Bench, path: string): Promise<Workload> {
  const { port, workers, session } = bench
  const request = requestText('GET', `/api/v1${path}`, session.read)
  return httpLoad(OURS, { port, workers, status: 200, request: () => request })
}

export function sql(
  name: string,
  url: string,
  workers: number,
  statement: Statement,
): Promise<Workload> {
  return sqlLoad(name, { url, workers, statements: () => [statement] })
}
