import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ChildServer {
  port: number
  /** From the start of the process to its first good answer. */
  readyMs: number
  /** Resident memory now, in megabytes. */
  memory(): number
  stop(): Promise<void>
}

const START_LIMIT_MS = 30_000

/** Starts a server as a process of its own and waits until it says that it is ready. */
export async function startChild(options: {
  program: string
  port: number
  env: NodeJS.ProcessEnv
  readyPath: string
  nodeOptions?: readonly string[]
  limitMs?: number
}): Promise<ChildServer> {
  const limitMs = options.limitMs ?? START_LIMIT_MS
  const started = performance.now()
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), options.program], {
    env: { ...process.env, ...options.env, PORT: String(options.port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  while (!(await answers(options.port, options.readyPath))) {
    const isOver = child.exitCode !== null || performance.now() - started > limitMs
    if (isOver) {
      child.kill('SIGKILL')
      throw new Error(`${options.program} did not start:\n${said.join('')}`)
    }
    await sleep(5)
  }
  const readyMs = performance.now() - started
  return { port: options.port, readyMs, memory: () => memoryOf(child), stop: () => end(child) }
}

function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, path, host: '127.0.0.1' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })
}

function memoryOf(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(late)
}

/** Watches memory while something runs; answers the highest value seen. */
export async function peakDuring(
  server: ChildServer,
  work: () => Promise<unknown>,
): Promise<number> {
  let peak = server.memory()
  const timer = setInterval(() => {
    peak = Math.max(peak, server.memory())
  }, 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.max(peak, server.memory())
}
