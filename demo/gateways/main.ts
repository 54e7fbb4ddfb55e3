import { parseArgs } from 'node:util'
import { startGateways } from './double.ts'

// node demo/gateways/main.ts --port 5992
const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })
const { port } = await startGateways({ port: Number(values.port) })

// Whoever started it reads where it is, and it ends with them, however they end.
process.stdin.on('end', () => process.exit(0)).resume()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
console.log(JSON.stringify({ port }))
