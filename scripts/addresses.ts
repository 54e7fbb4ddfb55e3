import { parseArgs } from 'node:util'
import { reachDatabase } from '#server/embedded/reach-database.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import { isRefusal, refusal } from '#server/kit/start/refusal.ts'
import { loadAddresses } from '#server/map/load-addresses.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

const log = (line: string) => console.log(line)

// Loads the country's addresses from the file that Land Information New Zealand publishes.
try {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [file] = positionals
  if (!file) throw refusal('Name the file of addresses: npm run addresses -- nz-addresses.csv')
  const config = loadConfig()
  const { ownerUrl, stop } = await reachDatabase(config, log)
  try {
    await prepareDatabase(config, ownerUrl, log)
    const { loaded, skipped } = await loadAddresses(ownerUrl, file, log)
    const left = skipped > 0 ? `; ${skipped} lines without a house or a place were left out` : ''
    log(`${loaded.toLocaleString('en-NZ')} addresses loaded${left}.`)
    log('Customers and connections are looked up anew within minutes.')
  } finally {
    await stop()
  }
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exit(1)
}
