import { parseArgs } from 'node:util'
import { momentSaid } from './clock.ts'
import { startGoCardless } from './double.ts'

// npm run double -- --port 5990 --token t --webhook URL --secret s [--now MOMENT] [--folder DIR]
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    token: { type: 'string', default: 'sandbox_demo' },
    webhook: { type: 'string' },
    secret: { type: 'string', default: 'webhook_secret_demo' },
    now: { type: 'string' },
    folder: { type: 'string' },
    creditor: { type: 'string', default: 'Harbour Energy Brokers' },
    delay: { type: 'string', default: '100' },
  },
})
const double = await startGoCardless({
  port: Number(values.port),
  token: values.token,
  webhookUrl: values.webhook ?? null,
  secret: values.secret,
  start: values.now ? momentSaid(values.now) : null,
  folder: values.folder ?? null,
  creditor: values.creditor,
  delayMs: Number(values.delay),
})

async function end(): Promise<void> {
  await double.close()
  process.exit(0)
}

// Whoever started it reads where it is, and it ends with them, however they end.
if (!process.stdin.isTTY) process.stdin.on('end', end).resume()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
console.log(JSON.stringify({ port: double.port, url: double.url }))
