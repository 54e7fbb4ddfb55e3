import { reachDatabase } from '#server/embedded/reach-database.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import { isRefusal } from '#server/kit/start/refusal.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

const log = (line: string) => console.log(line)

try {
  const config = loadConfig()
  const database = await reachDatabase(config, log)
  await prepareDatabase(config, database.ownerUrl, log).finally(database.stop)
  log('The database is up to date.')
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exit(1)
}
