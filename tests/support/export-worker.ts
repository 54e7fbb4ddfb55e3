import { makeExport } from '#server/exports/make-export-job.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { testConfig } from './config.ts'

// Started by a test as a process of its own, to be killed while it makes an export.
const database = openDatabase({ url: process.env.APP_URL ?? '', max: 2 })
const config = testConfig({ dataDir: process.env.DATA ?? '' })
const payload = makeExport.payload.parse(JSON.parse(process.env.PAYLOAD ?? '{}'))
const { signal } = new AbortController()
await makeExport.run(
  { database, config, clock: systemClock, signal, isLastAttempt: false },
  payload,
)
await database.close()
