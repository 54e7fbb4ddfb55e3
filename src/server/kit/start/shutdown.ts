import { toldError } from '#server/kit/database/told-error.ts'
import { isRefusal } from './refusal.ts'

/** Ends the process in good order: what came up last goes down first, within ten seconds. */
export interface Shutdown {
  add(stop: () => Promise<void>): void
  /** For what must not be left behind when the end is forced. */
  addCutOff(cutOff: () => void): void
  /** After an error nobody expected, or one meant for the person at the terminal. */
  fail(error: unknown): Promise<void>
}

const deadlineMs = 9500
/** npm passes Ctrl+C on to a server that has already had it from the terminal. */
const sameSignalMs = 700
const lookForParentMs = 500

export function makeShutdown(log: (line: string) => void): Shutdown {
  const stops: (() => Promise<void>)[] = []
  const cutOffs: (() => void)[] = []
  let begunAt: number | undefined

  const force = (): never => {
    for (const cutOff of cutOffs) cutOff()
    return process.exit(1)
  }
  const run = async (exitCode: number) => {
    begunAt = performance.now()
    setTimeout(force, deadlineMs).unref()
    for (const stop of stops.reverse()) {
      await stop().catch((error) => log(`While stopping: ${wordsOf(error)}`))
    }
    process.exit(exitCode)
  }
  const onSignal = () => {
    if (begunAt === undefined) {
      log('Stopping.')
      run(0)
    } else if (performance.now() - begunAt > sameSignalMs) {
      force()
    }
  }
  const fail = async (error: unknown) => {
    // What breaks while everything is being taken down is a consequence, not a finding.
    if (begunAt !== undefined) return
    console.error(isRefusal(error) ? `\n${error.message}\n` : wordsOf(error))
    await run(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  whenOrphaned(onSignal)
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  return {
    add: (stop) => stops.push(stop),
    addCutOff: (cutOff) => cutOffs.push(cutOff),
    fail,
  }
}

/** What may be printed of an error nobody expected: PostgreSQL's own words quote rows. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, stack } = toldError(error)
  return stack || message
}

/**
 * Whoever ends npm ends the shell that npm has put between, and some shells do not pass that on: a
 * server left without it has been told to stop.
 */
function whenOrphaned(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, lookForParentMs)
  watch.unref()
}
