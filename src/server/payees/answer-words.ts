import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { WordEvent, WordKind } from '#domain/payees/word-change.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import { archived, differences, type Locked, lockRow } from '#server/kit/rows/change-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { settleTask } from '#server/tasks/system-task.ts'
import { tellOfWords, wordTask } from './ask-second-reader.ts'
import type { FollowWords } from './hold-words.ts'
import { type AskedWords, answerToWords, askedWords, recordWords } from './word-events.ts'

type EntityOf = (kind: WordKind) => Entity
type AnsweredWords = Promise<Answer<{ id: number }>>

/** Lets the words be used: the row gets what was asked for, and every admin is told. */
export async function confirmWords(
  ctx: Context,
  conn: Conn,
  id: number,
  entityOf: EntityOf,
  follow: FollowWords,
): AnsweredWords {
  const { asked, entity, locked } = await heldWords(ctx, conn, id, entityOf)
  refuseOwn(ctx, asked, 'Ask a colleague to confirm it.')
  await keepAnswer(ctx, conn, asked, { event: 'confirmed' })
  if (locked.deleted_at) throw archived(entity)
  const { object_class, object_id, actor_name } = asked
  // It was checked when it was asked for, and since then nobody could change the row.
  const wanted = Object.entries(asked.changes).map(([name, [, after]]) => [name, after])
  const values = Object.fromEntries(wanted)
  const changes = differences(entity, locked.row, values)
  const reason = `${actor_name} asked for it.`
  // Whoever has its form open loses nothing: they are told that it has changed.
  await updateRow(ctx, conn, entity, object_id, values, { action: 'update', changes, reason })
  await follow(object_class)(conn, `${actor_name}, confirmed by ${ctx.actor.name}`)
  return { data: { id }, message: 'Confirmed. Customers read it from now on.' }
}

/** The words stay as they are; who asked is told why. */
export async function refuseWords(
  ctx: Context,
  conn: Conn,
  { id, reason }: { id: number; reason: string },
  entityOf: EntityOf,
): AnsweredWords {
  const { asked } = await heldWords(ctx, conn, id, entityOf)
  refuseOwn(ctx, asked, 'Withdraw it instead.')
  await keepAnswer(ctx, conn, asked, { event: 'refused', reason })
  return { data: { id }, message: 'Refused. The words stay as they are.' }
}

/** Who asked for a change may take it back. */
export async function withdrawWords(
  ctx: Context,
  conn: Conn,
  id: number,
  entityOf: EntityOf,
): AnsweredWords {
  const { asked } = await heldWords(ctx, conn, id, entityOf)
  if (asked.actor_id !== ctx.actor.user_id) {
    const message = `${asked.actor_name} asked for this change. You can refuse it instead.`
    throw new Problem('forbidden', { message })
  }
  await keepAnswer(ctx, conn, asked, { event: 'withdrawn' })
  return { data: { id }, message: 'Withdrawn. The words stay as they are.' }
}

interface HeldWords {
  asked: AskedWords
  entity: Entity
  locked: Locked
}

/** What was asked for and its row, held so that it is answered once. */
async function heldWords(
  ctx: Context,
  conn: Conn,
  id: number,
  entityOf: EntityOf,
): Promise<HeldWords> {
  const asked = await askedWords(conn, id)
  if (!asked) throw new Problem('notFound', { fill: { what: 'change' } })
  const entity = entityOf(asked.object_class)
  return { asked, entity, locked: await lockRow(ctx, conn, entity, asked.object_id) }
}

function refuseOwn(ctx: Context, asked: AskedWords, instead: string): void {
  if (asked.actor_id !== ctx.actor.user_id) return
  throw new Problem('forbidden', { message: `You asked for this change yourself. ${instead}` })
}

type WordAnswer = Exclude<WordEvent, 'asked'>
const deeds: Record<WordAnswer, string> = {
  confirmed: 'confirm',
  refused: 'refuse',
  withdrawn: 'withdraw',
}

async function keepAnswer(
  ctx: Context,
  conn: Conn,
  { id, object_class, object_id, name, actor_name }: AskedWords,
  { event, reason }: { event: WordAnswer; reason?: string },
): Promise<void> {
  const answer = await answerToWords(conn, id)
  const deed = deeds[event]
  if (answer) throw notPossible(deed, `${answer.actor_name} has ${answer.event} it already`)
  const told = reason === undefined ? {} : { reason }
  await recordWords(ctx, conn, { object_class, object_id, name, event, answers_id: id, ...told })
  await recordHistory(conn, ctx, {
    ...{ object_class, object_id, action: `${deed}_words` },
    reason: reason ?? `${actor_name} asked for it.`,
  })
  await settleTask(ctx, conn, wordTask(id), `The new words were ${event}.`)
  await tellOfWords(ctx, conn, { kind: object_class, id: object_id, name }, event, reason)
}
