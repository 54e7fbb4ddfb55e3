import { seedDemo } from '#demo/seed-demo.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { query } from './cluster.ts'
import { testConfig } from './config.ts'
import type { FilledDatabase } from './filled-database.ts'
import { quickHash } from './quick-hash.ts'

export const demoPassword = 'demo-harbour-2026'

/** The demonstration as it is on the day of the test, with passwords that are quick to check. */
export const demoDatabase: FilledDatabase = {
  name: 'demo',
  async fill({ ownerUrl, appUrl }) {
    const database = openDatabase({ url: appUrl })
    await seedDemo({ database, config: testConfig({ demo: true }) }).finally(database.close)
    const hash = await quickHash(demoPassword)
    await query(ownerUrl, `update users set password_hash = '${hash}'; analyze`)
  },
}
