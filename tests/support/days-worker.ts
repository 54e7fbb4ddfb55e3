import { openDatabase } from '#server/kit/database/database.ts'
import { keepDays } from '#server/reports/figures/keep-days-job.ts'
import { keptSources } from '#server/reports/figures/live-amounts.ts'

// Started by a test as a process of its own, to be killed while it sums up days.
const database = openDatabase({ url: process.env.APP_URL ?? '', max: 2 })
const clock = { now: () => new Date(process.env.NOW ?? '') }
console.log('ready')
for (;;)
  for (const source of keptSources)
    await keepDays({ database, clock }, Number(process.env.ORGANISATION), source)
