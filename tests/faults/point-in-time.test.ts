import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readAccess, superuser } from '#server/embedded/cluster.ts'
import { firstAdminSignsIn, makeFirstAdmin } from '#tests/support/own-commands.ts'
import { launchAndWait, type ServerProcess } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

// What the handbook asks of an outside PostgreSQL, with the engine that is here: an archive of what
// was written, a base, and the way back to a moment.
const folder = temporaryFolder()
afterAll(() => folder.remove())
const first = join(folder.path, 'first')
const second = join(folder.path, 'second')
const archive = join(folder.path, 'archive')
const base = join(folder.path, 'base')
const RETURN_MS = 15 * 60_000

// Shows: R18
test('a database goes back to a moment: what was written before is there, and what came later is not', async () => {
  const old = await launchAndWait({ dataDir: first })
  const password = makeFirstAdmin({ DATA_DIR: first })
  await archiveFromNowOn()
  await stopped(old)
  const running = await launchAndWait({ dataDir: first })
  await write('Before the base')
  await takeBase()
  await write('After the base')
  const moment = await asSuperuser(first, (client) => single(client, 'select now()::text'))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await write('After the moment')
  await asSuperuser(first, (client) => client.query('select pg_switch_wal()'))
  await stopped(running)

  const began = performance.now()
  returnTo(moment)
  const back = await launchAndWait({ dataDir: second })
  expect(performance.now() - began).toBeLessThan(RETURN_MS)
  expect(await asSuperuser(second, organisations)).toEqual(['After the base', 'Before the base'])
  expect(await firstAdminSignsIn(back.url, password)).toBe(200)
  await asSuperuser(second, (client) => client.query(inserting, ['And it goes on']))
  await stopped(back)
})

const inserting = 'insert into organisations (name) values ($1)'
const write = (name: string) => asSuperuser(first, (client) => client.query(inserting, [name]))

async function organisations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query('select name from organisations order by name')
  return rows.map(({ name }) => name)
}

/** As the handbook says it, with a folder of ours. */
async function archiveFromNowOn(): Promise<void> {
  mkdirSync(archive)
  give(archive)
  const [kept, draft] = [`${archive}/%f`, `${archive}/.%f`]
  const command = `test ! -f ${kept} && cp %p ${draft} && sync ${draft} && mv ${draft} ${kept}`
  await asSuperuser(first, async (client) => {
    await client.query('alter system set archive_mode = on')
    await client.query(`alter system set archive_command = '${command}'`)
  })
}

// There is no pg_basebackup beside the engine; this is what it does.
async function takeBase(): Promise<void> {
  await asSuperuser(first, async (client) => {
    await client.query(`select pg_backup_start('base', true)`)
    spawnSync('cp', ['-a', join(first, 'postgres'), base])
    const label = await single(client, 'select labelfile from pg_backup_stop()')
    writeFileSync(join(base, 'backup_label'), label)
    give(join(base, 'backup_label'))
  })
  rmSync(join(base, 'postmaster.pid'), { force: true })
  for (const name of readdirSync(join(base, 'pg_wal')))
    rmSync(join(base, 'pg_wal', name), { recursive: true })
}

function returnTo(moment: string): void {
  mkdirSync(second)
  for (const name of ['postgres.json', 'secrets.json'])
    cpSync(join(first, name), join(second, name))
  const data = join(second, 'postgres')
  spawnSync('cp', ['-a', base, data])
  writeFileSync(join(data, 'recovery.signal'), '')
  give(join(data, 'recovery.signal'))
  const settings = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    archive_mode: 'off',
  }
  for (const [name, value] of Object.entries(settings))
    appendFileSync(join(data, 'postgresql.auto.conf'), `${name} = '${value}'\n`)
}

/** To whoever the database runs as. */
function give(path: string): void {
  const { uid, gid } = statSync(join(first, 'postgres'))
  chownSync(path, uid, gid)
}

async function stopped(server: ServerProcess): Promise<void> {
  server.signal('SIGTERM')
  await server.exited
}

async function asSuperuser<T>(dataDir: string, work: (client: pg.Client) => Promise<T>) {
  const { port, password } = readAccess(dataDir) ?? {}
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: superuser, password, database: 'switchboard' },
  })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function single(client: pg.Client, text: string): Promise<string> {
  const { rows } = await client.query({ text, rowMode: 'array' })
  return rows[0]?.[0] ?? ''
}
