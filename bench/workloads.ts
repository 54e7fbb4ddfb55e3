import pg from 'pg'
import { type HttpConnection, openConnection } from './http-connection.ts'
import type { Workload } from './load.ts'

/** Requests over kept-alive connections, one per worker; any other status ends the run. */
export async function httpLoad(
  name: string,
  options: {
    port: number
    workers: number
    status: number | readonly number[]
    request(turn: number): string
  },
): Promise<Workload> {
  const connections: HttpConnection[] = []
  for (let worker = 0; worker < options.workers; worker++)
    connections.push(await openConnection(options.port))
  return {
    name,
    async once(worker, turn) {
      const connection = connections[worker]
      const status = await connection?.send(options.request(turn))
      if (![options.status].flat().includes(status ?? 0))
        throw new Error(`${name} answered ${status}: ${connection?.body()}`)
    },
    async close() {
      for (const connection of connections) connection.close()
    },
  }
}

export interface Statement {
  text: string
  values: unknown[]
  /** Prepared once per connection when named. */
  name?: string
}

// Cells stay the text that PostgreSQL sent: the reference is the database, not the driver.
const untouched = { getTypeParser: () => (value: string | Buffer) => value }

/** The same SQL straight on PostgreSQL, one connection per worker. */
export async function sqlLoad(
  name: string,
  options: { url: string; workers: number; statements(turn: number): Statement[] },
): Promise<Workload> {
  const clients: pg.Client[] = []
  for (let worker = 0; worker < options.workers; worker++) {
    const client = new pg.Client({ connectionString: options.url, types: untouched })
    await client.connect()
    clients.push(client)
  }
  return {
    name,
    async once(worker, turn) {
      for (const statement of options.statements(turn))
        await clients[worker]?.query({ ...statement, rowMode: 'array' })
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}
