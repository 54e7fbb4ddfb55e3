import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGocardless } from '#demo/gocardless/start-gocardless.ts'
import { seedDemo } from '#demo/seed-demo.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { query } from './cluster.ts'
import { testConfig } from './config.ts'
import type { FilledDatabase } from './filled-database.ts'
import { quickHash } from './quick-hash.ts'

export const demoPassword = 'demo-harbour-2026'

/** Where the bytes of its files lie, whichever process of whichever run wrote them: always the same. */
export const demoFiles = join(tmpdir(), 'switchboard-test-demonstration')

/** The demonstration as it is on the day of the test, with passwords that are quick to check. */
export const demoDatabase: FilledDatabase = {
  name: 'demo',
  async fill({ ownerUrl, appUrl }) {
    const database = openDatabase({ url: appUrl })
    const debits = await startGocardless(null)
    const config = testConfig({ demo: true, gocardless: debits.settings, filesDir: demoFiles })
    await seedDemo({ database, config, debits }).finally(async () => {
      await database.close()
      await debits.stop()
    })
    const hash = await quickHash(demoPassword)
    await query(ownerUrl, `update users set password_hash = '${hash}'; analyze`)
  },
}
