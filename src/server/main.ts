import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Keeps what Node makes of the sources for the next start; where the folder cannot be written,
// it goes on without. The rest is imported after this on purpose. `npm start` names the same folder
// in the environment, so that this file comes from it too: Node’s reader of TypeScript is then not
// loaded at all, which saves 10 MB.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)))
const { goOnTidily, startLean } = await import('./kit/tidy-heap.ts')
startLean()
const { loadConfig } = await import('#server/kit/start/config.ts')
const { makeShutdown } = await import('#server/kit/start/shutdown.ts')
const { startServer } = await import('./start-server.ts')

const log = (line: string) => console.log(line)
const shutdown = makeShutdown(log)

try {
  await startServer({ config: loadConfig(), shutdown, log })
  goOnTidily()
} catch (error) {
  await shutdown.fail(error)
}
