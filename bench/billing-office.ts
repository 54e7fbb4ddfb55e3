import { appUrl } from '#server/kit/database/app-role.ts'
import { type Conn, openDatabase } from '#server/kit/database/database.ts'
import { type Context, systemClock } from '#server/kit/http/context.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import type { Bench } from './scenarios.ts'

/** The product's own code on the product's own connection, without a server around it. */
export interface Office {
  ctx: Context
  read<T>(fn: (conn: Conn) => Promise<T>): Promise<T>
  write<T>(fn: (conn: Conn) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function openOffice({ database: { env, organisation_id } }: Bench): Office {
  const config = loadConfig(env)
  const url = appUrl(env.DATABASE_URL ?? '', env.APP_ROLE_PASSWORD ?? '')
  const database = openDatabase({ url, max: 2 })
  const signal = new AbortController().signal
  const job = { database, config, clock: systemClock, signal, isLastAttempt: false }
  const scope = { organisation_id, user_id: null }
  return {
    ctx: systemContext(job, organisation_id, 'bench'),
    read: (fn) => database.read(scope, fn),
    write: (fn) => database.write(scope, fn),
    close: () => database.close(),
  }
}

/** Milliseconds of one core that something takes, all threads together. */
export async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
