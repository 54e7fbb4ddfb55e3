import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusal } from '#server/kit/start/refusal.ts'
import { type Cluster, freePort } from './cluster.ts'
import { commandFor } from './database-user.ts'
import { commandLine, processIdentity } from './running-process.ts'

export interface Postmaster {
  port: number
  exited: Promise<void>
  stop(): Promise<void>
  cutOff(): void
}

const logLimitBytes = 5 * 1024 * 1024
const startAttempts = 40
const readyWithinMs = 120_000
const stopSignals = [
  ['SIGINT', 3000],
  ['SIGQUIT', 1500],
  ['SIGKILL', 1000],
] as const

/**
 * Starts the database process. What a killed server left behind is dealt with first: a database
 * that still runs is stopped properly, and orphaned processes get the time they need to leave.
 */
export async function startPostmaster(
  cluster: Cluster,
  options: { settings: string[]; mayMove: boolean },
): Promise<Postmaster> {
  await stopLeftover(cluster.folder)
  rotateLog(cluster.logFile)
  let port = cluster.access.port
  let said = ''
  for (let attempt = 0; attempt < startAttempts; attempt++) {
    const child = spawnPostgres(cluster, port, options.settings)
    const outcome = await waitUntilReady(cluster, child.process, child.said)
    if (outcome === 'ready') return running(child.process, port)
    said = outcome.said
    const portTaken = /Address already in use|could not create any TCP/.test(said)
    if (portTaken && options.mayMove) port = await freePort()
    else if (!portTaken && !/still in use|already exists/.test(said)) break
    await sleep(250)
  }
  throw refusal(`The database in ${cluster.folder} does not start:\n${said}`)
}

function spawnPostgres(cluster: Cluster, port: number, settings: string[]) {
  const flags = settings.flatMap((setting) => ['-c', setting])
  const args = ['-D', cluster.folder, '-p', String(port), ...flags]
  const run = commandFor(cluster.user, cluster.programs.postgres, args)
  const log = openSync(cluster.logFile, 'a', 0o600)
  const from = statSync(cluster.logFile).size
  // Detached, so that Ctrl+C reaches only the server, which finishes its work before the
  // database goes.
  const process = spawn(run.command, run.args, {
    ...run.options,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  process.unref()
  const said = () => readFileSync(cluster.logFile).subarray(from).toString('utf8').trim()
  return { process, said }
}

async function waitUntilReady(cluster: Cluster, child: ChildProcess, said: () => string) {
  let ended = ''
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', () => {
    ended = said() || 'It ended without a word.'
  })
  const patience = performance.now() + readyWithinMs
  while (!ended && performance.now() < patience) {
    const file = readPidFile(cluster.folder)
    if (file?.pid === child.pid && file?.ready) return 'ready' as const
    await sleep(20)
  }
  if (!ended) child.kill('SIGQUIT')
  return { said: ended || 'It was not ready within two minutes.' }
}

function running(child: ChildProcess, port: number): Postmaster {
  const alive = () => child.exitCode === null && child.signalCode === null
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    if (!alive()) resolve()
  })
  const stop = () => stopProcess(child.pid ?? 0, alive)
  return { port, exited, stop, cutOff: () => child.kill('SIGQUIT') }
}

async function stopLeftover(folder: string): Promise<void> {
  const file = readPidFile(folder)
  if (!file) return
  const alive = () => processIdentity(file.pid) !== undefined
  if (alive() && commandLine(file.pid).includes(`-D ${folder} `)) {
    await stopProcess(file.pid, alive)
  }
  // The number may belong to another program by now, which PostgreSQL would take for itself.
  if (alive()) rmSync(join(folder, 'postmaster.pid'), { force: true })
}

// Fast shutdown first; one that takes too long is cut short, which recovery on the next start
// makes good.
async function stopProcess(pid: number, alive: () => boolean): Promise<void> {
  for (const [signal, patienceMs] of stopSignals) {
    if (!alive()) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const until = performance.now() + patienceMs
    while (alive() && performance.now() < until) await sleep(20)
  }
}

function readPidFile(folder: string): { pid: number; ready: boolean } | undefined {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

function rotateLog(file: string): void {
  if (existsSync(file) && statSync(file).size > logLimitBytes) renameSync(file, `${file}.1`)
}
