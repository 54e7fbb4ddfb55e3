import pg from 'pg'
import { entities } from '#domain/entities.ts'
import { reachDatabase } from '#server/embedded/reach-database.ts'
import {
  appliedMigrations,
  migrationsIn,
  pendingMigrations,
} from '#server/kit/database/migration.ts'
import {
  type ActualColumn,
  actualColumnsSql,
  schemaDifferences,
} from '#server/kit/database/schema-check.ts'
import { loadConfig } from '#server/kit/start/config.ts'

// Prints the SQL that the database lacks, for the next migration. Changes nothing.
const database = await reachDatabase(loadConfig(), (line) => console.error(line))
const client = new pg.Client({ connectionString: database.ownerUrl })
try {
  await client.connect()
  const waiting = pendingMigrations(await migrationsIn(), await appliedMigrations(client))
  if (waiting.length > 0) {
    console.error(`${waiting.length} migrations are not in it yet: npm run db:migrate first.`)
    process.exitCode = 1
  } else await printDifferences()
} finally {
  await client.end()
  await database.stop()
}

async function printDifferences(): Promise<void> {
  const { rows } = await client.query<ActualColumn>(actualColumnsSql)
  const differences = schemaDifferences(entities, rows)
  for (const { what, sql } of differences) console.log(`-- ${what}\n${sql}\n`)
  if (differences.length === 0) console.log('-- The database and the entities agree.')
}
