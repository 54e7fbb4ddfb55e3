import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Bench } from './scenarios.ts'

const WAITING = `select (select count(*) from transactions) + (select count(*) from history)
  > (select count(*) from chain_links) as waiting`

/**
 * Waits until the server has linked what was put in: it does so with thousands of entries a second,
 * beside everything that would be measured meanwhile, and no office books a million at once.
 */
export async function untilSealed({ database }: Pick<Bench, 'database'>): Promise<void> {
  const client = new pg.Client({ connectionString: database.plainUrl })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ waiting: boolean }>(WAITING)
      if (!rows[0]?.waiting) return
      await sleep(5000)
    }
  } finally {
    await client.end()
  }
}
