import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder, lockHolder } from './data-folder-lock.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const leave = (content: string) => writeFileSync(join(folder, 'switchboard.lock'), content)

test('a folder is locked once and free again after its release', () => {
  const lock = lockDataFolder(folder)
  expect(lockHolder(folder)?.pid).toBe(process.pid)
  expect(() => lockDataFolder(folder)).toThrow(`process ${process.pid}`)
  lock.release()
  expect(lockHolder(folder)).toBeUndefined()
  lockDataFolder(folder).release()
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, identity: 'x' })],
  ['another life of the same number', JSON.stringify({ pid: process.pid, identity: 'x' })],
  ['half a file', '{"pid":'],
  ['nothing', ''],
])('the lock of %s is taken over', (_whose, content) => {
  leave(content)
  const lock = lockDataFolder(folder)
  expect(lockHolder(folder)?.pid).toBe(process.pid)
  lock.release()
})
