import { randomUUID } from 'node:crypto'
import { firstNames, lastNames, placeWords, trades } from '#demo/name-lists.ts'
import type { BenchDatabase } from './bench-database.ts'
import { requestText } from './http-connection.ts'
import type { Workload } from './load.ts'
import type { Session } from './session.ts'
import { httpLoad, type Statement, sqlLoad } from './workloads.ts'

export interface Bench {
  database: BenchDatabase
  /** How many contracts the long lists have. */
  contracts: number
  /** How many entries the list of commissions has. */
  commissions: number
  session: Session
  port: number
  barePort: number
  workers: number
}

export interface Scenario {
  key: string
  title: string
  /** The share of the named reference that performance asks for. */
  goal: { of: string; share: number }
  loads(bench: Bench): Promise<Workload[]>
}

const api = '/api/v1'
export const OURS = 'Switchboard'
export const SQL = 'PostgreSQL'
export const BARE = 'bare Fastify'

const condition = 'organisation_id = $1 and deleted_at is null'
// A condition that is always true and never the same: no total can come from a cache.
const uncached = 'and id > $2'
const page = 'order by name, id limit 50'

// The cheap ones first, so that the engine is warm for the dear ones; writes last, because they
// change what the others read.
export const scenarios: Scenario[] = [
  {
    key: 'c',
    title: 'get one',
    goal: { of: BARE, share: 0.6 },
    async loads(bench) {
      const { organisation_id } = bench.database
      const both = await beside(
        bench,
        (turn) => get(bench, `/customer?id=${idOf(bench, turn)}`),
        (turn) => [
          named('get', 'select * from customers where id = $1 and organisation_id = $2', [
            idOf(bench, turn),
            organisation_id,
          ]),
        ],
      )
      const bare = await httpLoad(BARE, {
        port: bench.barePort,
        workers: bench.workers,
        status: 200,
        request: (turn) =>
          requestText(
            'GET',
            `/customer?id=${idOf(bench, turn)}&organisation_id=${organisation_id}`,
          ),
      })
      return [...both, bare]
    },
  },
  {
    key: 'a′',
    title: 'the same with a total cached for a moment',
    goal: { of: SQL, share: 0.4 },
    loads: (bench) =>
      beside(
        bench,
        () => get(bench, '/customers?limit=50&order=name'),
        () => [
          named('cached', `select * from customers where ${condition} ${page}`, [
            bench.database.organisation_id,
          ]),
        ],
      ),
  },
  {
    key: 'a',
    title: 'list of 50, sorted, exact total',
    goal: { of: SQL, share: 0.75 },
    loads: (bench) =>
      beside(
        bench,
        (turn) => get(bench, `/customers?limit=50&order=name&exact=1&id.gt=-${turn}`),
        (turn) => {
          const values = [bench.database.organisation_id, -turn]
          return [
            named('page', `select * from customers where ${condition} ${uncached} ${page}`, values),
            named('total', `select count(*) from customers where ${condition} ${uncached}`, values),
          ]
        },
      ),
  },
  {
    key: 'b',
    title: 'substring search by name, exact total',
    goal: { of: SQL, share: 0.7 },
    loads: (bench) =>
      beside(
        bench,
        (turn) => get(bench, `/customers?q=${encodeURIComponent(term(turn))}&id.gt=-${turn}`),
        (turn) => {
          const like = `search_text like '%' || fold_text($3) || '%'`
          const values = [bench.database.organisation_id, -turn, term(turn)]
          // Unnamed, so that each is planned for its own pattern.
          return [`select * from customers where ${condition} ${uncached} and ${like} ${page}`]
            .concat(`select count(*) from customers where ${condition} ${uncached} and ${like}`)
            .map((text) => ({ text, values }))
        },
      ),
  },
  {
    key: 'd',
    title: 'create',
    goal: { of: SQL, share: 0.15 },
    async loads(bench) {
      const ours = await httpLoad(OURS, {
        port: bench.port,
        workers: bench.workers,
        status: 201,
        request: (turn) =>
          requestText(
            'PUT',
            `${api}/customer`,
            { ...bench.session.write, 'idempotency-key': randomUUID() },
            JSON.stringify(newCustomer(turn)),
          ),
      })
      return [ours, await plainInserts(bench)]
    },
  },
]

function plainInserts(bench: Bench): Promise<Workload> {
  return sqlLoad(SQL, {
    url: bench.database.plainUrl,
    workers: bench.workers,
    statements: (turn) => {
      const row = { ...newCustomer(turn), customer_number: `P-${process.pid}-${turn}` }
      const columns = ['organisation_id', ...Object.keys(row)]
      const places = columns.map((_, place) => `$${place + 1}`)
      const text = `insert into customers (${columns.join(', ')}) values (${places.join(', ')})`
      return [named('insert', text, [bench.database.organisation_id, ...Object.values(row)])]
    },
  })
}

async function beside(
  bench: Bench,
  request: (turn: number) => string,
  statements: (turn: number) => Statement[],
): Promise<Workload[]> {
  const { workers, port } = bench
  return [
    await httpLoad(OURS, { port, workers, status: 200, request }),
    await sqlLoad(SQL, { url: bench.database.plainUrl, workers, statements }),
  ]
}

function get(bench: Bench, path: string): string {
  return requestText('GET', `${api}${path}`, bench.session.read)
}

function named(name: string, text: string, values: unknown[]): Statement {
  return { name, text, values }
}

// Large steps through the ids, so that neighbours in time are not neighbours on disk.
function idOf({ database }: Bench, turn: number): number {
  return database.firstId + ((turn * 7919) % (database.lastId - database.firstId + 1))
}

const words = [...lastNames, ...placeWords, ...trades].filter((word) => word.length > 4)

/** People type the beginning of a name, mostly without its macrons. */
function term(turn: number): string {
  const word = words[turn % words.length] ?? ''
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .slice(0, 6)
    .trim()
}

function newCustomer(turn: number): Record<string, string> {
  const first = firstNames[turn % firstNames.length]
  const name = `${first} ${lastNames[turn % lastNames.length]} ${turn}`
  return {
    name,
    customer_type: 'residential',
    customer_status: 'prospect',
    email: `bench.${process.pid}.${turn}@mail.example`,
    phone_mobile: `+6421${2_000_000 + (turn % 7_000_000)}`,
    street: `${1 + (turn % 300)} Kōwhai Avenue`,
    city: 'Ōtaki',
    postcode: '5512',
    contact_primary: name,
    language: 'en-NZ',
  }
}
