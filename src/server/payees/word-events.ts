import type { WordEvent, WordKind } from '#domain/payees/word-change.ts'
import type { WordChange } from '#domain/payees/word-change-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

/** A change that was asked for, whether or not it was answered since. */
export type AskedWords = WordChange

export interface NewWordEvent {
  object_class: WordKind
  object_id: number
  /** As it is called where its change is told of. */
  name: string
  event: WordEvent
  changes?: object
  answers_id?: number
  reason?: string
}

const RECORD = sql<
  { id: number },
  [object_class: WordKind, object_id: number, name: string, ...others: (string | null)[]]
>`insert into word_change_events (organisation_id, object_class, object_id, name, event, changes,
    answers_id, reason, actor_id, actor_name, request_id, created_at)
  values (scope_organisation(), $1, $2, $3, $4, $5::jsonb, $6::bigint, $7, $8::bigint, $9, $10,
    $11::timestamptz)
  returning id`

/** Keeps what happened, in the transaction in which it did; nobody can take it out again. */
export async function recordWords(ctx: Context, conn: Conn, told: NewWordEvent): Promise<number> {
  const { changes, answers_id } = told
  const row = await RECORD.one(
    conn,
    told.object_class,
    told.object_id,
    told.name,
    told.event,
    changes === undefined ? null : JSON.stringify(changes),
    answers_id === undefined ? null : String(answers_id),
    told.reason ?? null,
    ctx.actor.user_id ? String(ctx.actor.user_id) : null,
    ctx.actor.name,
    ctx.request.id,
    ctx.clock.now().toISOString(),
  )
  return row?.id ?? 0
}

const ASKED = fragment`select e.id, e.object_class, e.object_id, e.name, e.changes, e.actor_id,
    e.actor_name, e.created_at
  from word_change_events e where e.event = 'asked'`
const UNANSWERED = fragment`
  not exists (select from word_change_events a where a.answers_id = e.id)`

const LIMIT = 100
const WAITING = sql<AskedWords, [object_class: WordKind, ids: readonly number[] | null]>`${ASKED}
  and e.object_class = $1 and ($2::bigint[] is null or e.object_id = any($2)) and ${UNANSWERED}
  order by e.id limit ${LIMIT}`
const BY_ID = sql<AskedWords, [id: number]>`${ASKED} and e.id = $1`

/** What waits, of these rows or of all. */
export async function waitingWords(
  conn: Conn,
  kind: WordKind,
  ids: readonly number[] | null,
): Promise<AskedWords[]> {
  return WAITING.all(conn, kind, ids)
}

export async function askedWords(conn: Conn, id: number): Promise<AskedWords | undefined> {
  return BY_ID.one(conn, id)
}

const ANSWER = sql<{ event: WordEvent; actor_name: string }, [id: number]>`
  select event, actor_name from word_change_events where answers_id = $1`

/** What a second person has said of it, if anybody has. */
export async function answerToWords(conn: Conn, id: number) {
  return ANSWER.one(conn, id)
}
