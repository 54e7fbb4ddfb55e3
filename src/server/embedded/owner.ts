import pg from 'pg'
import { superuser } from './cluster.ts'

const owner = 'switchboard_owner'
const database = 'switchboard'

interface Access {
  port: number
  password: string
}

/** The address of the embedded database for the role that owns and migrates it. */
export function ownerUrl(access: Access): string {
  return `postgresql://${owner}:${access.password}@127.0.0.1:${access.port}/${database}`
}

/**
 * The owner is an ordinary role, as it is on a PostgreSQL that somebody else runs: what works
 * here works there, row-level security included.
 */
export async function ensureOwner(access: Access): Promise<void> {
  if (await canConnect(ownerUrl(access))) return
  const url = `postgresql://${superuser}:${access.password}@127.0.0.1:${access.port}/postgres`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const password = client.escapeLiteral(access.password)
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [owner])
    if (roles.rowCount === 0) {
      await client.query(`create role ${owner} login createrole createdb password ${password}`)
    }
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database} owner ${owner}`)
  } finally {
    await client.end()
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    // Unknown role or password, unknown database: both mean that the set-up is not finished.
    if (code === '28P01' || code === '28000' || code === '3D000') return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
