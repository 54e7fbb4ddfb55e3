import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface ServerProcess {
  url: string
  pid: number
  /** Everything it has printed so far. */
  said(): string
  signal(name: NodeJS.Signals): void
  exited: Promise<{ code: number | null; afterMs: number }>
}

interface Options {
  dataDir: string
  env?: Record<string, string>
  uid?: number
  gid?: number
  entry?: string
  /** Behind a shell that stays, as npm may put one between: what is ended is the shell. */
  inShell?: boolean
}

/** Starts the product as `npm start` does and answers at once. */
export function launch(options: Options): ServerProcess {
  const began = performance.now()
  const { uid, gid } = options
  const entry = options.entry ?? 'src/server/main.ts'
  const [program, given] = options.inShell
    ? ['/bin/sh', ['-c', `'${process.execPath}' ${entry}; true`]]
    : [process.execPath, [entry]]
  const child = spawn(program, given, {
    cwd: root,
    // Nothing of the surroundings: a DATABASE_URL there would change what is tested.
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      NO_WAY_OUT: process.env.NO_WAY_OUT,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
      DATA_DIR: options.dataDir,
      ...(options.inShell && { npm_lifecycle_event: 'start' }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  })
  let said = ''
  const listen = (chunk: Buffer) => {
    said += chunk.toString('utf8')
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const exited = once(child, 'close').then(() => ({
    code: child.exitCode,
    afterMs: performance.now() - began,
  }))
  const server: ServerProcess = {
    get url() {
      return /running at (http:\/\/\S+)/.exec(said)?.[1] ?? ''
    },
    pid: child.pid ?? 0,
    said: () => said,
    signal: (name) => child.kill(name),
    exited,
  }
  return server
}

/** Starts the product and waits until it serves. */
export async function launchAndWait(options: Options, ready = /running at http/) {
  const server = launch(options)
  let ended = false
  server.exited.then(() => {
    ended = true
  })
  const began = performance.now()
  while (performance.now() - began < 60_000) {
    if (ready.test(server.said())) return server
    if (ended) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  server.signal('SIGKILL')
  throw new Error(`The server did not start:\n${server.said()}`)
}

/** The embedded database's own process, if it runs. */
export function databasePid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}
