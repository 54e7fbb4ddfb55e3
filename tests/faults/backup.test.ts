import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { launchAndWait } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder()
afterAll(() => folder.remove())

/** A command of ours, with nothing of the surroundings. */
function run(script: string, args: string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const given = { PATH, DEMO: '0', ...env }
  const done = spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: root,
    env: given,
    encoding: 'utf8',
  })
  return { code: done.status, said: `${done.stdout}${done.stderr}` }
}

async function signIn(url: string, password: string): Promise<number> {
  const first = await fetch(`${url}/api/v1/options`)
  const cookie = first.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const token = /csrf_token=([^;]+)/.exec(cookie)?.[1] ?? ''
  const answer = await fetch(`${url}/api/v1/user/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'x-csrf-token': token },
    body: JSON.stringify({ username: 'jordan', password }),
  })
  return answer.status
}

// Shows: R18
test('a running server is backed up, restored into a new folder, and serves from there', async () => {
  const dataDir = join(folder.path, 'first')
  const again = join(folder.path, 'second')
  const env = { DATA_DIR: dataDir }
  const server = await launchAndWait({ dataDir })
  const admin = run('admin', ['--username', 'jordan', '--email', 'jordan@example.co.nz'], env)
  const password = /\n\n {2}(\S.*)\n/.exec(admin.said)?.[1] ?? ''
  const made = run('backup', [], env)
  expect(made.said).toMatch(/rows of \d+ tables/)
  server.signal('SIGTERM')
  await server.exited
  const [name = ''] = readdirSync(join(dataDir, 'backups'))
  const from = join(dataDir, 'backups', name)

  expect(run('restore', ['--from', from, '--into', dataDir]).said).toContain('is not empty')
  expect(run('restore', ['--from', from, '--into', again]).said).toContain('secrets.json')
  mkdirSync(again)
  copyFileSync(join(dataDir, 'secrets.json'), join(again, 'secrets.json'))
  const restored = run('restore', ['--from', from, '--into', again])
  expect(restored.said).toMatch(/rows and 0 files, each proved/)
  expect(restored.code).toBe(0)
  const next = await launchAndWait({ dataDir: again })
  expect(await signIn(next.url, password)).toBe(200)
  next.signal('SIGTERM')
  await next.exited
})
