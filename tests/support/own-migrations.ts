import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** A folder of migrations for one test: names to SQL. */
export function ownMigrations(files: Record<string, string>) {
  const folder = temporaryFolder()
  const path = join(folder.path, 'migrations')
  mkdirSync(path)
  const write = (name: string, sql: string) => writeFileSync(join(path, name), sql)
  for (const [name, sql] of Object.entries(files)) write(name, sql)
  return { path, write, remove: folder.remove }
}
