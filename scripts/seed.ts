import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '#server/config.ts'
import { seedLargeDataSet } from '#server/demo/large-data-set.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { reachDatabase } from '#server/embedded/reach-database.ts'
import { openDatabase } from '#server/kit/database.ts'
import { isRefusal, refusal } from '#server/kit/refusal.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

const log = (line: string) => console.log(line)
const MAX_CUSTOMERS = 5_000_000

try {
  const { values } = parseArgs({
    options: {
      customers: { type: 'string', default: '100000' },
      organisation: { type: 'string', default: 'Bench Brokers' },
    },
  })
  const customers = Number(values.customers)
  if (!Number.isInteger(customers) || customers < 1 || customers > MAX_CUSTOMERS)
    throw refusal(`--customers takes a number from 1 to ${MAX_CUSTOMERS}.`)
  const config = loadConfig()
  if (config.production) throw refusal('Made-up customers do not belong into production.')
  const database = await reachDatabase(config, log)
  try {
    await prepareDatabase(config, database.ownerUrl, log)
    // Somebody must be able to sign in and look at it.
    if (config.demo) await fillDemo(config, database.appUrl)
    const started = performance.now()
    const { ownerUrl } = database
    await seedLargeDataSet({ ownerUrl, config, organisation: values.organisation, customers, log })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    log(`${customers} customers added to ${values.organisation} in ${seconds} s.`)
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exit(1)
}

async function fillDemo(config: Config, url: string): Promise<void> {
  const database = openDatabase({ url })
  await seedDemo({ database, config }).finally(database.close)
}
