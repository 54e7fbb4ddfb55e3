import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { seedLargeDataSet } from '#demo/large-data-set.ts'
import { readAccess, superuser } from '#server/embedded/cluster.ts'
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts'
import { hashPassword } from '#server/identity/password-hash.ts'
import { type Config, loadConfig } from '#server/kit/start/config.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

export interface BenchDatabase {
  /** What a server needs to use it as an outside database. */
  env: Record<string, string>
  /** Past row-level security: the same SQL with nothing in its way. */
  plainUrl: string
  organisation_id: number
  firstId: number
  lastId: number
  user: { username: string; password: string }
  /** More customers of the same kind. */
  grow(by: number): Promise<void>
  stop(): Promise<void>
}

const secretNames = ['SESSION_SECRET', 'CSRF_SECRET', 'FIELD_SECRET', 'APP_ROLE_PASSWORD']
const user = { username: 'bench', password: 'password of the benchmark' }

/** A PostgreSQL of its own, durable as in production, with the large data set in it. */
export async function openBenchDatabase(
  folder: string,
  customers: number,
  log: (line: string) => void,
): Promise<BenchDatabase> {
  const embedded = await startEmbeddedDatabase({ dataDir: folder, log })
  try {
    // The server finds its own folder, so that it never takes the cluster for its own.
    const dataDir = join(folder, 'server')
    mkdirSync(dataDir, { recursive: true })
    const env = environment(embedded.ownerUrl, dataDir)
    const config = loadConfig(env)
    await prepareDatabase(config, embedded.ownerUrl, () => {})
    const plainUrl = superuserUrl(folder, embedded.ownerUrl)
    await seedOnce({ ownerUrl: embedded.ownerUrl, plainUrl, config, customers, log })
    const found = await describe(plainUrl)
    const grow = async (by: number) => {
      const more = { ownerUrl: embedded.ownerUrl, config, customers: by, log }
      await seedLargeDataSet({ ...more, organisation: 'Bench Brokers' })
    }
    return { env, plainUrl, user, ...found, grow, stop: embedded.stop }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** What a server or a script works with on the database of a folder. */
export function environment(ownerUrl: string, dataDir: string): Record<string, string> {
  return {
    DATABASE_URL: ownerUrl,
    DATA_DIR: dataDir,
    DEMO: '0',
    WORKER: '1',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://localhost',
    TRUST_PROXY: '1',
    ...secretsIn(dataDir),
  }
}

/** Made once for each folder: whoever keeps its database keeps them. */
function secretsIn(dataDir: string): Record<string, string> {
  const path = join(dataDir, 'bench-secrets.json')
  if (!existsSync(path)) {
    const made = secretNames.map((name) => [name, randomBytes(32).toString('base64url')])
    writeFileSync(path, JSON.stringify(Object.fromEntries(made)))
  }
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** For what the owner of the tables may not do. */
export function superuserUrl(folder: string, ownerUrl: string): string {
  const access = readAccess(folder)
  const url = new URL(ownerUrl)
  url.username = superuser
  url.password = access?.password ?? ''
  return url.href
}

async function seedOnce(options: {
  ownerUrl: string
  plainUrl: string
  config: Config
  customers: number
  log(line: string): void
}): Promise<void> {
  const client = new pg.Client({ connectionString: options.plainUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select 1 from users where username = 'bench'`)
    if (rowCount) return
    const small = { ...options, organisation: 'Second Brokers', log: () => {} }
    await seedLargeDataSet({ ...small, customers: Math.ceil(options.customers / 20) })
    await seedLargeDataSet({ ...options, organisation: 'Bench Brokers' })
    await client.query(
      `with u as (insert into users (username, email, password_hash, confirmed_at, terms_agreed)
         values ('bench', 'bench@mail.example', $1, now(), true) returning id)
       insert into memberships (organisation_id, user_id, role_name)
       select o.id, u.id, 'manager' from u, organisations o where o.name = 'Bench Brokers'`,
      [await hashPassword(user.password)],
    )
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

async function describe(plainUrl: string) {
  const client = new pg.Client({ connectionString: plainUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ organisation: string; first: string; last: string }>(
      `select o.id as organisation, min(c.id) as first, max(c.id) as last
       from organisations o join customers c on c.organisation_id = o.id
       where o.name = 'Bench Brokers' group by o.id`,
    )
    const [row] = rows
    return {
      organisation_id: Number(row?.organisation),
      firstId: Number(row?.first),
      lastId: Number(row?.last),
    }
  } finally {
    await client.end()
  }
}
