import { flushCompileCache } from 'node:module'
import { keepCompiled } from './kit/start/compile-cache.ts'

keepCompiled()
// Imported after it on purpose.
const { loadConfig } = await import('#server/kit/start/config.ts')
const { makeShutdown } = await import('#server/kit/start/shutdown.ts')
const { startWorkerAlone } = await import('./start-worker.ts')

const log = (line: string) => console.log(line)
const shutdown = makeShutdown(log)

try {
  await startWorkerAlone({ config: loadConfig(), shutdown, log })
  // Now rather than at the end, which may come by force.
  flushCompileCache()
} catch (error) {
  await shutdown.fail(error)
}
