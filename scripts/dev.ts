import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'vite'

// The server restarts when its files change; Vite serves the screens with hot reload and passes
// calls on to the server. The server's own address serves the last build.
const port = process.env.PORT ?? '5000'
const screens = Number(process.env.DEV_PORT ?? 5173)

const server: ChildProcess = spawn(
  process.execPath,
  [
    '--watch-path=src/server',
    '--watch-path=src/domain',
    '--watch-preserve-output',
    'src/server/main.ts',
  ],
  { stdio: 'inherit', env: { ...process.env, PORT: port } },
)

const vite = await createServer({
  server: { port: screens, host: process.env.HOST ?? 'localhost' },
})
await vite.listen()
vite.printUrls()

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await vite.close()
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
server.on('exit', (code) => void stop().then(() => process.exit(code ?? 0)))
