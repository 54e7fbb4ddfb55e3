import { openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { startWorker } from '#server/kit/jobs/worker-loop.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { testConfig } from './config.ts'

// Started by a test as a process of its own, to be killed while it sends mails.
const url = process.env.APP_URL ?? ''
const database = openDatabase({ url, max: 6 })
const worker = startWorker({
  url,
  database,
  config: testConfig({ smtpUrl: process.env.SMTP_URL, mailFrom: 'office@harbour.example' }),
  clock: systemClock,
  jobs: [sendMessage],
  schedules: [],
  log: () => undefined,
})
// As the server does: what is under way is finished, the rest is left to the next one.
process.on('SIGTERM', async () => {
  await worker.stop()
  await database.close()
  process.exit(0)
})
await worker.ready
console.log('ready')
