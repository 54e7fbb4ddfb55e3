import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A double of somebody else's service: a process beside the server, which ends with it. */
export async function startDouble(program: URL, options: readonly string[] = []) {
  const asked = [fileURLToPath(program), ...options]
  const child = spawn(process.execPath, asked, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  return {
    /** What it says of itself first: where it is reached. */
    said: JSON.parse(String(line)),
    async stop(): Promise<void> {
      child.stdin.end()
      child.kill('SIGTERM')
      await ended
    },
  }
}
