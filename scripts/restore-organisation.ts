import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reachDatabase } from '#server/embedded/reach-database.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import { isRefusal, refusal } from '#server/kit/start/refusal.ts'
import '#server/routes.ts'
import { restoreOrganisation } from '#server/upkeep/restore-organisation.ts'

const log = (line: string) => console.log(line)

// Brings an organisation back from the export of all of it, into a place where it has nothing.
try {
  const { values } = parseArgs({ options: { from: { type: 'string' } } })
  if (!values.from) throw refusal('npm run restore-organisation -- --from <organisation-….zip>')
  const config = loadConfig()
  const { ownerUrl, stop } = await reachDatabase(config, log)
  const began = performance.now()
  const from = resolve(values.from)
  const restore = { from, ownerUrl, config, store: fileStoreOf(config) }
  const { organisation, as_at, files } = await restoreOrganisation(restore).finally(stop)
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  log(`${organisation} as of ${as_at}: ${rows} rows, each table proved, in ${seconds} s.`)
  log('The books add up. It sleeps until a platform admin makes it active.')
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exit(1)
}
