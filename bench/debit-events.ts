import { createHmac } from 'node:crypto'
import pg from 'pg'
import { sealWhole } from '#server/kit/rows/seal.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import { requestText } from './http-connection.ts'
import { type Bench, OURS, type Scenario, SQL } from './scenarios.ts'
import { httpLoad, sqlLoad } from './workloads.ts'

const AT_ONCE = 10
const secret = 'a-secret-of-the-bench'

let sequence = 0

/** What nobody has to be asked about: what is measured is hearing, proving and keeping. */
const newEvents = () =>
  Array.from({ length: AT_ONCE }, () => ({
    id: `EVBENCH${process.pid}-${++sequence}`,
    created_at: '2026-11-02T00:00:00.000Z',
    resource_type: 'exports',
    action: 'completed',
    details: { origin: 'gocardless', cause: 'completed', description: 'An export is ready.' },
    links: { export: 'EX123' },
    metadata: {},
  }))

const INSERT = `insert into ddevents (organisation_id, event_id, resource_type, action, origin,
    description, links, happened_at)
  select $1, e.id, e.resource_type, e.action, 'gocardless', 'An export is ready.', e.links,
    e.created_at
  from jsonb_to_recordset($2::jsonb) as e (id text, created_at timestamptz, resource_type text,
    action text, links jsonb)
  on conflict (organisation_id, event_id) do nothing`

const CONNECT = `insert into ddconnections (organisation_id, provider, creditor_id, creditor_name,
    token, webhook_secret, hook_key, connection_status, connected_at, connected_by, events_until)
  values ($1, 'gocardless', 'CR1', 'Bench', $2, $3, $4, 'working', now(), 'bench', now())
  on conflict do nothing`

/** An account with a provider that nobody asks anything; answers where it would call. */
async function connected({ database }: Bench): Promise<string> {
  const { organisation_id, env, plainUrl } = database
  const keys = loadConfig(env).secrets.fields
  const hook_key = `${organisation_id}.${'k'.repeat(43)}`
  const client = new pg.Client({ connectionString: plainUrl })
  await client.connect()
  try {
    const sealed = [sealWhole(keys, 'a-token'), sealWhole(keys, secret)]
    await client.query(CONNECT, [organisation_id, ...sealed, hook_key])
  } finally {
    await client.end()
  }
  return `/api/v1/webhooks/gocardless/${hook_key}`
}

export const debitScenarios: Scenario[] = [
  {
    key: 'j',
    title: 'webhook of ten direct debit events, proved and kept',
    goal: { of: SQL, share: 0.25 },
    async loads(bench) {
      const { workers, database } = bench
      const path = await connected(bench)
      const ours = await httpLoad(OURS, {
        port: bench.port,
        workers,
        status: 204,
        request: () => {
          const body = JSON.stringify({ events: newEvents(), meta: {} })
          const proof = createHmac('sha256', secret).update(body).digest('hex')
          const headers = {
            'content-type': 'application/json',
            'x-forwarded-proto': 'https',
            'webhook-signature': proof,
          }
          return requestText('POST', path, headers, body)
        },
      })
      const plain = await sqlLoad(SQL, {
        url: database.plainUrl,
        workers,
        statements: () => [
          {
            name: 'events',
            text: INSERT,
            values: [database.organisation_id, JSON.stringify(newEvents())],
          },
        ],
      })
      return [ours, plain]
    },
  },
]
