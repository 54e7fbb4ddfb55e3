import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import { emptyDatabase } from './database.ts'
import { ownMigrations } from './own-migrations.ts'

const source = new URL('../../migrations/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, source), 'utf8')

/** A database as it was before a migration, and the way to have the migration run. */
export async function databaseBefore(migration: string) {
  const { appRole, appRolePassword } = inject('cluster')
  const { ownerUrl, drop } = await emptyDatabase()
  const earlier = readdirSync(source).filter(
    (name) => /^\d+_.*\.sql$/.test(name) && name < migration,
  )
  const folder = ownMigrations(Object.fromEntries(earlier.map((name) => [name, read(name)])))
  const log = () => {}
  const run = () =>
    migrate({ ownerUrl, appRole, appRolePassword, queues: jobs, log, folder: folder.path })
  await run()
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  return {
    owner,
    async migrate() {
      folder.write(migration, read(migration))
      await run()
    },
    async close() {
      await owner.end()
      await drop()
      folder.remove()
    },
  }
}
