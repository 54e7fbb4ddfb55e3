import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startMailboxes } from './double.ts'
import { newPostOffice, type PostOffice } from './post-office.ts'

// node demo/mailbox/main.ts [--state FILE] [--password P]
const { values } = parseArgs({
  options: { state: { type: 'string' }, password: { type: 'string', default: 'demo' } },
})
const { state, password } = values
const office: PostOffice =
  state && existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : newPostOffice()

const MOST = 2000
let isWaiting = false

/** Once for all that happens in a moment; the oldest mails are let go. */
function keepSoon(now: PostOffice): void {
  if (!state || isWaiting) return
  isWaiting = true
  setTimeout(() => {
    isWaiting = false
    now.mails.splice(0, Math.max(0, now.mails.length - MOST))
    writeFileSync(`${state}.new`, JSON.stringify(now), { mode: 0o600 })
    renameSync(`${state}.new`, state)
  }, 500)
}

const { ports } = await startMailboxes({ office, password, onChange: keepSoon })

// Whoever started it reads where it is, and it ends with them, however they end.
process.stdin.on('end', () => process.exit(0)).resume()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
console.log(JSON.stringify(ports))
