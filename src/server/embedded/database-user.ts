import { spawnSync } from 'node:child_process'
import { lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { refusal } from '#server/kit/start/refusal.ts'

/** How to start PostgreSQL's programs: with which user, and through which wrapper. */
export interface DatabaseUser {
  uid?: number
  gid?: number
  wrapper: string[]
}

interface Ids {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root, so root hands it to an ordinary user. That user must reach
 * the programs and the data folder; where a parent folder is closed, as /root usually is, the
 * one capability that looks past folder permissions is kept.
 */
export function databaseUser(options: { folder: string; program: string }): DatabaseUser {
  if (process.getuid?.() !== 0) return ordinaryUser(options.folder)
  const owner = ownerOf(options.folder)
  const ids = owner.uid === 0 ? (idsOf('postgres') ?? idsOf('nobody')) : owner
  if (!ids) throw refusal('PostgreSQL may not run as root, and no other user exists here.')
  // Also mends a data folder that root copied or restored.
  if (owner.uid === 0) handOver(options.folder, ids)

  const plain: DatabaseUser = { ...ids, wrapper: [] }
  if (reaches(plain, options)) return plain
  const capable: DatabaseUser = { wrapper: keepFolderAccess(ids) }
  if (reaches(capable, options)) return capable
  throw refusal(
    'PostgreSQL may not run as root, and the user it would run as cannot reach\n' +
      `  ${options.folder} or ${options.program}.\n` +
      'Move the project to a folder that others may enter (for example /opt/switchboard), ' +
      'or start as an ordinary user.',
  )
}

/** The command, arguments and options for `spawn` that run a program as that user. */
export function commandFor(user: DatabaseUser, program: string, args: string[]) {
  const [command = program, ...rest] = [...user.wrapper, program, ...args]
  const { wrapper: _, ...ids } = user
  // The caller's own settings (PGPORT, PGDATA, secrets) are no business of the database.
  const { PATH, SystemRoot } = process.env
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }) }
  return { command, args: rest, options: { ...ids, env, cwd: '/' } }
}

// `access` ignores capabilities of a changed user unless the secure bit is set as well.
function keepFolderAccess(ids: Ids): string[] {
  return [
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ]
}

function reaches(user: DatabaseUser, target: { folder: string; program: string }): boolean {
  const program = commandFor(user, target.program, ['--version'])
  const folder = commandFor(user, '/bin/sh', ['-c', 'test -x "$0"', target.folder])
  return [program, folder].every(
    (run) => spawnSync(run.command, run.args, { ...run.options, stdio: 'pipe' }).status === 0,
  )
}

function ordinaryUser(folder: string): DatabaseUser {
  // Windows knows no numbers of users, and asks the folder's own rights.
  if (!process.getuid || ownerOf(folder).uid === process.getuid()) return { wrapper: [] }
  throw refusal(
    `The database in ${folder} belongs to another user, probably because it was first started ` +
      'as root.\nStart as that user, or choose another folder: DATA_DIR=./data-2 npm start',
  )
}

function ownerOf(folder: string): Ids {
  const { uid, gid } = statSync(folder)
  return { uid, gid }
}

function handOver(folder: string, ids: Ids): void {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const path of [folder, ...inside.map((name) => join(folder, name))]) {
    lchownSync(path, ids.uid, ids.gid)
  }
}

function idsOf(name: string): Ids | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
