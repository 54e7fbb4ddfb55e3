import type { AnyCall } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Handler } from '#server/kit/http/route.ts'
import { requireStepUp } from './require-step-up.ts'

const changing = ['create', 'update', 'remove', 'restore', 'removeMany'] as const
type Changing = Record<(typeof changing)[number], Handler<AnyCall>>

/**
 * Lets changes of what customers read wait for a second person: what serves them once they may be, the
 * same with its guard around it, and what follows when a change that waited is confirmed.
 */
export type HoldChanges = <H extends Changing>(
  entity: Entity,
  plain: H,
  guarded: H,
  used?: UsedWords,
) => H
export type UsedWords = (conn: Conn, by: string) => Promise<void>

export interface SentChange {
  id?: number
  ids?: number[]
  name?: string
}

interface Guard {
  /** What a call is about, by name: nothing where it needs no guard. */
  namesOf(conn: Conn, sent: SentChange): Promise<string[]>
  /** Whoever may know better hears of it. */
  tell?(ctx: Context, conn: Conn, names: readonly string[]): Promise<void>
}

/** What opens a way to the money is changed by no session that was left open, and by no key. */
export function guardChanges<H extends Changing>(handlers: H, guard: Guard): H {
  const guarded = changing.map((verb) => [verb, watched(handlers[verb], guard)])
  return { ...handlers, ...Object.fromEntries(guarded) }
}

function watched(handler: Handler<AnyCall>, { namesOf, tell }: Guard): Handler<AnyCall> {
  if (!('write' in handler)) return handler
  return {
    ...handler,
    write: async (ctx, conn, input, reserved) => {
      const names = await namesOf(conn, input)
      if (names.length === 0) return handler.write(ctx, conn, input, reserved)
      if (ctx.actor.via === 'key') throw new Problem('forbidden')
      requireStepUp(ctx)
      const answer = await handler.write(ctx, conn, input, reserved)
      await tell?.(ctx, conn, names)
      return answer
    },
  }
}
