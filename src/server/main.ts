import { loadConfig } from './config.ts'
import { makeShutdown } from './kit/shutdown.ts'
import { startServer } from './start-server.ts'

const log = (line: string) => console.log(line)
const shutdown = makeShutdown(log)

try {
  await startServer({ config: loadConfig(), shutdown, log })
} catch (error) {
  await shutdown.fail(error)
}
