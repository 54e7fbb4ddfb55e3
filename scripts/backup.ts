import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reachDatabase } from '#server/embedded/reach-database.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import { isRefusal } from '#server/kit/start/refusal.ts'
import { backUpByHand } from '#server/upkeep/backup-by-hand.ts'

const log = (line: string) => console.log(line)

// A backup of everything, also beside a server that is running.
try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const config = loadConfig()
  const { ownerUrl, stop } = await reachDatabase(config, log)
  const to = values.to ? resolve(values.to) : config.backupDir
  const store = fileStoreOf(config)
  const began = performance.now()
  const made = await backUpByHand({ ownerUrl, store, to, now: new Date() }).finally(stop)
  const { tables, files, missing_files } = made.manifest
  const rows = tables.reduce((sum, table) => sum + Number(table.rows), 0)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  log(`${rows} rows of ${tables.length} tables and ${files.count} files in ${seconds} s:`)
  log(`  ${made.folder}`)
  for (const path of missing_files) log(`Not in the store, or damaged there: ${path}`)
  if (missing_files.length > 0) process.exitCode = 1
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exit(1)
}
