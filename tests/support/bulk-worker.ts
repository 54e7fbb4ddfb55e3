import { sendBulk } from '#server/invoices/customer-letters.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { testConfig } from './config.ts'

// Started by a test as a process of its own, to be killed while it sends a message to many.
const database = openDatabase({ url: process.env.APP_URL ?? '', max: 6 })
const config = testConfig({ smtpUrl: process.env.SMTP_URL, mailFrom: 'office@harbour.example' })
const payload = {
  organisation_id: Number(process.env.ORGANISATION),
  bulk_id: Number(process.env.BULK),
}
const { signal } = new AbortController()
const job = { database, config, clock: systemClock, signal, isLastAttempt: false }
console.log('ready')
// Whoever rests here would be given its next turn by the queue.
for (;;) {
  await sendBulk.run(job, payload)
  await new Promise((resolve) => setTimeout(resolve, 50))
}
