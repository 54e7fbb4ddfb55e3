import type { AnyCall, InputOf } from '#domain/kit/call.ts'
import { validate } from '#domain/kit/validate.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { routes } from '#server/routes.ts'

/** Makes a call of the API as somebody would have made it, within the demonstration's transaction. */
export async function playCall<C extends AnyCall>(
  ctx: Context,
  conn: Conn,
  call: C,
  input: InputOf<C>,
): Promise<Answer> {
  const route = routes.find(({ method, path }) => method === call.method && path === call.path)
  if (!route) throw new Error(`Nothing serves ${call.method} ${call.path}.`)
  const sent = validate(call.input, input, call.target)
  return 'run' in route ? route.run(within(ctx, conn), sent) : route.write(ctx, conn, sent)
}

/** The id of the row that a call wrote. */
export async function playedRow<C extends AnyCall>(
  ctx: Context,
  conn: Conn,
  call: C,
  input: InputOf<C>,
): Promise<number> {
  const { rawData } = await playCall(ctx, conn, call, input)
  return JSON.parse(String(rawData)).id
}

/** What a job is given that the worker would run on that day. */
export const jobOn = (ctx: Context, conn: Conn): JobContext => ({
  database: within(ctx, conn).database,
  config: ctx.config,
  clock: ctx.clock,
  signal: new AbortController().signal,
  isLastAttempt: false,
})

/** What opens transactions of its own sees only what is kept: here they are parts of the one. */
export function within(ctx: Context, conn: Conn): Context {
  const part = <T>(run: (conn: Conn) => Promise<T>) =>
    attempt(
      conn,
      () => run(conn),
      (refusal) => {
        throw refusal
      },
    )
  const database = {
    ...ctx.database,
    read: <T>(_scope: unknown, run: (conn: Conn) => Promise<T>) => run(conn),
    write: <T>(_scope: unknown, run: (conn: Conn) => Promise<T>) => part(run),
  }
  return { ...ctx, database }
}
