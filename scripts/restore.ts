import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reachDatabase } from '#server/embedded/reach-database.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { jobs } from '#server/jobs.ts'
import { type Config, loadConfig } from '#server/kit/start/config.ts'
import { isRefusal, refusal } from '#server/kit/start/refusal.ts'
import { restoreBackup } from '#server/upkeep/restore-backup.ts'

const log = (line: string) => console.log(line)

// Fills an empty data folder or an empty database from a backup.
try {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      into: { type: 'string' },
      files: { type: 'string' },
      'without-damaged': { type: 'boolean', default: false },
    },
  })
  if (!values.from || !values.into)
    throw refusal('npm run restore -- --from <backup> --into <new data folder or postgresql://…>')
  const config = configFor(values.into, values.files)
  const began = performance.now()
  const { ownerUrl, stop } = await reachDatabase(config, log)
  const store = fileStoreOf(config)
  const from = resolve(values.from)
  const withoutDamaged = values['without-damaged']
  const target = { from, ownerUrl, config, store, queues: jobs, log, withoutDamaged }
  const { tables, files, made_at } = await restoreBackup(target).finally(stop)
  const rows = tables.reduce((sum, table) => sum + Number(table.rows), 0)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  log(`As of ${made_at}: ${rows} rows and ${files.count} files, each proved, in ${seconds} s.`)
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exit(1)
}

function configFor(into: string, files: string | undefined): Config {
  const place = files ? { FILES_DIR: resolve(files) } : {}
  if (/^postgres(ql)?:/.test(into))
    return loadConfig({ ...process.env, ...place, DATABASE_URL: into })
  const dataDir = resolve(into)
  const found = existsSync(dataDir) ? readdirSync(dataDir) : []
  if (found.some((name) => name !== 'secrets.json'))
    throw refusal(`${dataDir} is not empty. Name a new folder to restore into.`)
  if (!process.env.FIELD_SECRET && !existsSync(join(dataDir, 'secrets.json')))
    throw refusal(
      `Put the secrets.json of the server that made the backup into ${dataDir} first,\n` +
        'or set FIELD_SECRET: without it what is sealed in the backup cannot be opened.',
    )
  return loadConfig({ ...process.env, ...place, DATA_DIR: dataDir, DATABASE_URL: '' })
}
