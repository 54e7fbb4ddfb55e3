import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { query, superuserUrl, type TestCluster } from './cluster.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface SmallDisk {
  path: string
  remove(): void
}

/** A disk of this many kilobytes; null where this user may not mount one. */
export function smallDisk(kilobytes: number): SmallDisk | null {
  const folder = temporaryFolder()
  const path = join(folder.path, 'small')
  mkdirSync(path)
  const options = ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs', path]
  if (spawnSync('mount', options).status !== 0) {
    folder.remove()
    return null
  }
  const remove = () => {
    spawnSync('umount', [path])
    folder.remove()
  }
  return { path, remove }
}

export interface FullDatabase {
  makeRoom(): Promise<void>
  close(): Promise<void>
}

const SPACE = `small_disk_${process.pid}`

/**
 * Puts every row and index of a database onto a small disk and fills it: only its catalogue and the
 * cluster's log are elsewhere.
 */
export async function fillDisk(
  cluster: TestCluster & { dataDir: string },
  database: string,
  disk: SmallDisk,
): Promise<FullDatabase> {
  const { uid, gid } = statSync(join(cluster.dataDir, 'postgres'))
  chownSync(disk.path, uid, gid)
  const admin = new pg.Client({ connectionString: superuserUrl(cluster, database) ?? '' })
  await admin.connect()
  await admin.query(`create tablespace ${SPACE} location '${disk.path}'`)
  for (const kind of ['table', 'index'])
    await admin.query(`alter ${kind} all in tablespace pg_default set tablespace ${SPACE}`)
  await admin.query(`create unlogged table filler (words text) tablespace ${SPACE}`)
  await admin.query('alter table filler alter column words set storage plain')
  for (const rows of [1000, 100, 1]) await untilFull(admin, rows)
  return {
    async makeRoom() {
      await admin.query('drop table filler')
      // The file itself goes with the next checkpoint.
      await admin.query('checkpoint')
    },
    close: () => admin.end(),
  }
}

async function untilFull(admin: pg.Client, rows: number): Promise<void> {
  const more = `insert into filler select repeat('x', 7000) from generate_series(1, ${rows})`
  for (;;) {
    const problem = await admin.query(more).then(
      () => null,
      (error: { code?: string }) => error.code ?? 'none of its own',
    )
    if (problem === '53100') return
    if (problem) throw new Error(`The disk was to be full, and not ${problem}.`)
  }
}

/** After the database itself has gone. */
export async function forgetDisk(cluster: TestCluster): Promise<void> {
  await query(superuserUrl(cluster, 'postgres') ?? '', `drop tablespace if exists ${SPACE}`)
}
