import { parseArgs } from 'node:util'
import { seedLargeContracts } from '#demo/large-contracts.ts'
import { seedLargeDataSet } from '#demo/large-data-set.ts'
import { seedDemo } from '#demo/seed-demo.ts'
import { reachDatabase } from '#server/embedded/reach-database.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { type Config, loadConfig } from '#server/kit/start/config.ts'
import { isRefusal, refusal } from '#server/kit/start/refusal.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

const log = (line: string) => console.log(line)
const MAX_CUSTOMERS = 5_000_000

try {
  const { values } = parseArgs({
    options: {
      customers: { type: 'string', default: '100000' },
      /** With rates, meters, ten years of readings and a long timeline. */
      contracts: { type: 'string', default: '0' },
      organisation: { type: 'string', default: 'Bench Brokers' },
    },
  })
  const customers = Number(values.customers)
  if (!Number.isInteger(customers) || customers < 1 || customers > MAX_CUSTOMERS)
    throw refusal(`--customers takes a number from 1 to ${MAX_CUSTOMERS}.`)
  const contracts = Number(values.contracts)
  if (!Number.isInteger(contracts) || contracts < 0 || contracts > MAX_CUSTOMERS)
    throw refusal(`--contracts takes a number up to ${MAX_CUSTOMERS}.`)
  const config = loadConfig()
  if (config.production) throw refusal('Made-up customers do not belong into production.')
  const database = await reachDatabase(config, log)
  try {
    await prepareDatabase(config, database.ownerUrl, log)
    // Somebody must be able to sign in and look at it.
    if (config.demo) await fillDemo(config, database.appUrl)
    const started = performance.now()
    const { ownerUrl } = database
    const { organisation } = values
    const book = { ownerUrl, config, organisation, customers, log }
    const organisation_id = await seedLargeDataSet(book)
    if (contracts > 0) await seedLargeContracts({ ownerUrl, organisation_id, contracts, log })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const what = contracts > 0 ? ` and ${contracts} contracts` : ''
    log(`${customers} customers${what} added to ${organisation} in ${seconds} s.`)
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
