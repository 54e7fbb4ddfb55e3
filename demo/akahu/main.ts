import { parseArgs } from 'node:util'
import { newBank } from './bank.ts'
import { startDouble } from './double.ts'
import { keepBank, keptBank } from './kept-bank.ts'
import { playStory } from './story.ts'

// node demo/akahu/main.ts --port 5991 [--state FILE] [--story] [--app-token T --app-secret S]
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    state: { type: 'string' },
    story: { type: 'boolean', default: false },
    'app-token': { type: 'string', default: 'app_token_demo' },
    'app-secret': { type: 'string', default: 'app_secret_demo' },
  },
})
const { state } = values
const bank = state ? keptBank(state) : newBank()
const double = await startDouble({
  port: Number(values.port),
  bank,
  appToken: values['app-token'],
  appSecret: values['app-secret'],
  onChange: (now) => {
    if (state) keepBank(state, now)
  },
})

if (values.story) {
  const tell = async (lines: object[]) => {
    const sent = { method: 'POST', body: JSON.stringify({ lines }) }
    await fetch(`${double.url}/_double/transactions`, sent)
  }
  playStory(bank, tell)
}

// Whoever started it reads where it is, and it ends with them, however they end.
process.stdin.on('end', () => process.exit(0)).resume()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
console.log(JSON.stringify({ port: double.port }))
