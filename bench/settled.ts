import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { keptSources } from '#server/reports/figures/live-amounts.ts'
import type { Bench } from './scenarios.ts'

const WAITING = `select (select count(*) from transactions) + (select count(*) from history)
    > (select count(*) from chain_links)
  or exists (select from dirtydays)
  or (select count(*) from daytotal_marks where organisation_id = $1
    and closed_to >= (now() at time zone '${BUSINESS_TIME_ZONE}')::date - 1) < $2 as waiting`

/**
 * Waits until the server has linked what was put in and has summed up its days: it does so with
 * thousands of entries a second, beside everything that would be measured meanwhile, and no office
 * books a million at once.
 */
export async function untilSettled({ database }: Pick<Bench, 'database'>): Promise<void> {
  const client = new pg.Client({ connectionString: database.plainUrl })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ waiting: boolean }>(WAITING, [
        database.organisation_id,
        keptSources.length,
      ])
      if (!rows[0]?.waiting) return
      await sleep(5000)
    }
  } finally {
    await client.end()
  }
}
