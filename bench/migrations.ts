import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { seedLargeContracts } from '#demo/large-contracts.ts'
import { seedLargeDataSet } from '#demo/large-data-set.ts'
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts'
import { jobs } from '#server/jobs.ts'
import { appRoleOf } from '#server/kit/database/app-role.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import { type Config, loadConfig } from '#server/kit/start/config.ts'
import { ownMigrations } from '#tests/support/own-migrations.ts'
import { environment, superuserUrl } from './bench-database.ts'
import { invoiceTables, storeInvoices } from './figures-data.ts'

// How long the migrations of a release hold a start up: a book of full size is made as it was before
// them, and they run over it one after the other. Goal: none takes longer than a minute.
const { values: given } = parseArgs({
  options: {
    /** The first migration that is timed; the book is made with those before it. */
    since: { type: 'string', default: '0080' },
    customers: { type: 'string', default: '100000' },
    contracts: { type: 'string', default: '1000000' },
    invoices: { type: 'string', default: '1000000' },
  },
})
const GOAL_SECONDS = 60
const source = new URL('../migrations/', import.meta.url)
const isEarlier = (name: string) => /^\d+_.*\.sql$/.test(name) && name < given.since
const earlier = readdirSync(source).filter(isEarlier)
const texts = earlier.map((name) => [name, readFileSync(new URL(name, source), 'utf8')] as const)
const before = ownMigrations(Object.fromEntries(texts))
const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'))
// A database started by root runs as another user, who has to pass through.
chmodSync(folder, 0o711)
const log = (line: string) => console.log(line)

try {
  const { ownerUrl, stop } = await startEmbeddedDatabase({ dataDir: folder, log })
  try {
    await measure(ownerUrl)
  } finally {
    await stop()
  }
} finally {
  before.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(ownerUrl: string): Promise<void> {
  const config = loadConfig(environment(ownerUrl, folder))
  const how = { ownerUrl, ...appRoleOf(config), queues: jobs }
  await migrate({ ...how, folder: before.path, log: () => {} })
  await fill(ownerUrl, config)
  let from = performance.now()
  await migrate({
    ...how,
    log: (line) => {
      const seconds = (performance.now() - from) / 1000
      log(`${seconds.toFixed(2).padStart(8)} s  ${line}`)
      if (seconds > GOAL_SECONDS) process.exitCode = 1
      from = performance.now()
    },
  })
}

async function fill(ownerUrl: string, config: Config): Promise<void> {
  const organisation = 'Bench Brokers'
  const customers = Number(given.customers)
  const people = { ownerUrl, config, organisation, customers, log }
  const organisation_id = await seedLargeDataSet(people)
  const contracts = Number(given.contracts)
  const furnished = Math.min(contracts, customers)
  await seedLargeContracts({ ownerUrl, organisation_id, contracts, furnished, log })
  const client = new pg.Client({ connectionString: superuserUrl(folder, ownerUrl) })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await storeInvoices(client, organisation_id, Number(given.invoices))
    for (const table of invoiceTables) await client.query(`vacuum (analyze) ${table}`)
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
