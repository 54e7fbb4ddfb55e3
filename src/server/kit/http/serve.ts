import type { AnyCall } from '#domain/kit/call.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import type { Context } from './context.ts'
import type { Answer, Handler, Reserved, Route } from './route.ts'

/** Maps every call of a group to what serves it; one without a handler does not compile. */
export function serve<C extends Record<string, AnyCall>>(
  calls: C,
  handlers: { [K in keyof C]: Handler<C[K]> },
): Route[] {
  return Object.entries(calls).map(([name, call]) => mounted(call, handlers[name]))
}

function mounted(call: AnyCall, handler: Handler<AnyCall> | undefined): Route {
  if (!handler) throw new Error(`Nothing serves ${call.method} ${call.path}.`)
  if ('run' in handler) return { ...call, ...handler }
  const write = async (ctx: Context, conn: Conn, input: unknown, reserved?: Reserved) =>
    answerOf(ctx, call, await handler.write(ctx, conn, input, reserved))
  return { ...call, ...handler, write }
}

/** A row that was written is answered as it stands, in the words of the call. */
function answerOf(ctx: Context, call: AnyCall, done: Answer | Written): Answer {
  const { target, status = 200, said } = call
  if (!('json' in done)) return done
  if (!target) throw new Error(`${call.path} answers a row and names no entity.`)
  const answer = writtenAnswer(ctx, target, done, { status })
  return said ? { ...answer, message: said } : answer
}
