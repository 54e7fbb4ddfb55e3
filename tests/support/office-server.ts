import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { seedLargeDataSet } from '#demo/large-data-set.ts'
import type { SoakSample } from '../../scripts/testing/soak-bounds.ts'
import { testSecrets } from './config.ts'
import { manyContracts } from './many-contracts.ts'
import { type OfficeBook, storeOfficeBook } from './office-book.ts'
import { launchAndWait, type ServerProcess } from './server-process.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { makeWorld, password, type World } from './world.ts'

/** The product as a process of its own, with people in it, and what it takes of the machine. */
export interface OfficeServer {
  world: World
  port: number
  users: { username: string; password: string }[]
  /** Contracts that wait to be billed. */
  contract_ids: number[]
  /** Where its mail goes. */
  sink: SmtpSink
  sample(minute: number): Promise<SoakSample>
  /** How late its one thread is at worst, but for one time in a hundred. */
  latenessMs(): Promise<number>
  stop(): Promise<void>
}

export async function startOffice(
  book: { customers: number; contracts: number } & Partial<OfficeBook>,
): Promise<OfficeServer> {
  const world = await makeWorld()
  const { ownerUrl, config, owner } = world
  const organisation = 'First Energy'
  const { customers, metered = 0, invoices = 0 } = book
  await seedLargeDataSet({ ownerUrl, config, organisation, customers, log: () => {} })
  const [organisation_id] = world.organisations
  if (invoices > 0) await storeOfficeBook(ownerUrl, organisation_id, { metered, invoices })
  const contract_ids = await manyContracts(owner, organisation_id, book.contracts)
  await owner.query('analyze')
  const [folder, sink] = [temporaryFolder(), await startSmtpSink()]
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'office@harbour.example' }
  const urls = { DATABASE_URL: ownerUrl, DATABASE_APP_URL: world.appUrl, ...mail }
  const server = await launchAndWait({ dataDir: folder.path, env: { ...testSecrets, ...urls } })
  return {
    world,
    port: Number(new URL(server.url).port),
    users: ['user', 'accounting', 'manager', 'admin'].map((username) => ({ username, password })),
    contract_ids,
    sink,
    sample: (minute) => sample(world, server, minute),
    async latenessMs() {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      return Number(/delay_seconds\{quantile="0.99"\} (\S+)/.exec(text)?.[1]) * 1000
    },
    async stop() {
      server.signal('SIGTERM')
      await server.exited
      await sink.stop()
      await world.close()
      folder.remove()
    },
  }
}

type Counts = Pick<SoakSample, 'connections' | 'dueJobs' | 'failedJobs'>

const COUNTS = `select (select count(*)::int from pg_stat_activity
    where datname = current_database()) as connections,
  count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as "dueJobs",
  count(*) filter (where state = 'failed')::int as "failedJobs" from pgboss.job`

async function sample(world: World, { pid }: ServerProcess, minute: number): Promise<SoakSample> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const { rows } = await world.owner.query<Counts>(COUNTS)
  const counts = rows[0] ?? { connections: 0, dueJobs: 0, failedJobs: 0 }
  return {
    minute,
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).filter((fd) => isOwn(`/proc/${pid}/fd/${fd}`)).length,
    ...counts,
  }
}

function isOwn(handle: string): boolean {
  try {
    return !readlinkSync(handle).startsWith('socket:')
  } catch {
    // Closed while they were counted.
    return false
  }
}
