import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { firstAdminSignsIn, makeFirstAdmin, runScript } from '#tests/support/own-commands.ts'
import { launchAndWait } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

// Shows: R18
test('a running server is backed up, restored into a new folder, and serves from there', async () => {
  const dataDir = join(folder.path, 'first')
  const again = join(folder.path, 'second')
  const env = { DATA_DIR: dataDir }
  const server = await launchAndWait({ dataDir })
  const password = makeFirstAdmin(env)
  const made = runScript('backup', [], env)
  expect(made.said).toMatch(/rows of \d+ tables/)
  server.signal('SIGTERM')
  await server.exited
  const [name = ''] = readdirSync(join(dataDir, 'backups'))
  const from = join(dataDir, 'backups', name)

  expect(runScript('restore', ['--from', from, '--into', dataDir]).said).toContain('is not empty')
  expect(runScript('restore', ['--from', from, '--into', again]).said).toContain('secrets.json')
  mkdirSync(again)
  copyFileSync(join(dataDir, 'secrets.json'), join(again, 'secrets.json'))
  const restored = runScript('restore', ['--from', from, '--into', again])
  expect(restored.said).toMatch(/rows and 0 files, each proved/)
  expect(restored.code).toBe(0)
  const next = await launchAndWait({ dataDir: again })
  expect(await firstAdminSignsIn(next.url, password)).toBe(200)
  next.signal('SIGTERM')
  await next.exited
})
