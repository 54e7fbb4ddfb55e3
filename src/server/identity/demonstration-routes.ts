import { randomInt } from 'node:crypto'
import {
  DEMONSTRATION_MARK,
  type Demonstration,
  demonstrationCalls,
} from '#domain/identity/demonstration-calls.ts'
import { organisation } from '#domain/identity/organisation.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { accepted, badField, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { personOf } from '#server/kit/jobs/acting-person.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { setPassword } from './change-password.ts'
import { fillQueue, removeQueue } from './demonstration-queues.ts'
import { hashPassword } from './password-hash.ts'
import { recordSecurityEvent } from './security-event.ts'

const ALL = sql<Demonstration, []>`select o.id, o.name, o.demonstration_status, o.created_at,
    array(select u.username from users u where u.demonstration_id = o.id and u.deleted_at is null
      order by u.id) as usernames
  from organisations o where o.demonstration_number is not null order by o.demonstration_number`

async function listDemonstrations(ctx: Context) {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => ALL.all(conn))
  return { data: rows }
}

// It sleeps until it is filled. The number is part of names that are never given twice.
const MAKE = sql<{ id: number; name: string }, []>`
  with given as (select nextval('demonstration_numbers')::integer as number)
  insert into organisations (name, demo, is_active, demonstration_number, demonstration_status)
  select ${DEMONSTRATION_MARK} || ' ' || number, true, false, number, 'waiting' from given
  returning id, name`

const onItsWay = "We're on to it. Carry on – we'll let you know when it's done."

async function makeDemonstration(
  ctx: Context,
  conn: Conn,
  { size }: CheckedOf<typeof demonstrationCalls.create>,
) {
  const made = await MAKE.one(conn)
  if (!made) throw new Error('A demonstration was not stored.')
  await tell(ctx, conn, made.id, 'create', { name: [null, made.name] })
  await recordSecurityEvent(conn, ctx, 'demonstration_made', { detail: { name: made.name } })
  await enqueue(conn, fillQueue, { organisation_id: made.id, by: personOf(ctx), size })
  return { status: accepted, data: made, message: onItsWay }
}

function tell(ctx: Context, conn: Conn, object_id: number, action: string, changes = {}) {
  const told = { object_class: organisation.name, object_id, action, changes }
  return recordHistory(conn, ctx, { ...told, organisation_id: null })
}

const ONE = sql<Demonstration, [id: number]>`select id, name, demonstration_status, created_at,
    '{}'::text[] as usernames
  from organisations where id = $1 and demonstration_number is not null for update`

async function lockDemonstration(conn: Conn, id: number): Promise<Demonstration> {
  const found = await ONE.one(conn, id)
  if (!found) throw notFound(organisation)
  return found
}

const PEOPLE = sql<{ id: number; username: string }, [id: number]>`select id, username from users
  where demonstration_id = $1 and deleted_at is null order by id`

/** The password is in nobody's mail and in no queue: who lost it asks for another. */
async function givePassword(
  ctx: Context,
  conn: Conn,
  { id }: CheckedOf<typeof demonstrationCalls.keys>,
) {
  const { demonstration_status } = await lockDemonstration(conn, id)
  if (demonstration_status !== 'ready') {
    const reason = 'nobody can sign in there'
    const instead = 'Wait until it is filled, or make another.'
    throw new Problem('notPossible', { fill: { action: 'set a password for', reason, instead } })
  }
  const password = readablePassword()
  const people = await PEOPLE.all(conn, id)
  for (const person of people)
    await setPassword(ctx, conn, person.id, await hashPassword(password), 'password_set')
  await tell(ctx, conn, id, 'password_set')
  return { data: { usernames: people.map(({ username }) => username), password } }
}

// Nothing that is mistaken for something else when it is read out.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 5
const LETTERS_EACH = 4

function readablePassword(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  const group = () => Array.from({ length: LETTERS_EACH }, letter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Nobody gets in from this moment; the rest goes in a moment. */
async function removeDemonstration(
  ctx: Context,
  conn: Conn,
  { id, name_confirm }: CheckedOf<typeof demonstrationCalls.remove>,
) {
  const { name, demonstration_status: before } = await lockDemonstration(conn, id)
  if (name_confirm !== name)
    throw badField('name_confirm', 'That name doesn’t match. Type it exactly as it’s shown.')
  if (before === 'filling') {
    const reason = 'it is just being filled'
    const instead = 'Wait a minute for it to be done.'
    throw new Problem('notPossible', { fill: { action: 'remove', reason, instead } })
  }
  const demonstration_status = 'removing'
  const values = { demonstration_status, is_active: false } as const
  const changes = { demonstration_status: [before, demonstration_status] as [unknown, unknown] }
  await updateRow(ctx, conn, organisation, id, values, { action: 'update', changes })
  // Its own history cannot be opened any more once it is gone.
  const elsewhere = ctx.actor.organisation_id === id ? { organisation_id: null } : {}
  await recordSecurityEvent(conn, ctx, 'demonstration_removed', { ...elsewhere, detail: { name } })
  await enqueue(conn, removeQueue, { organisation_id: id, by: personOf(ctx) })
  return { status: accepted, data: { id }, message: onItsWay }
}

export const demonstrationRoutes: Route[] = serve(demonstrationCalls, {
  list: { run: listDemonstrations },
  create: { write: makeDemonstration },
  keys: { write: givePassword },
  remove: { write: removeDemonstration },
})
