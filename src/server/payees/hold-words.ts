import type { AnyCall } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { Problem, updated } from '#domain/kit/problem.ts'
import {
  isRead,
  unread,
  type WordKind,
  type WordRow,
  wordKindOf,
} from '#domain/payees/word-change.ts'
import type { HoldChanges, UsedWords } from '#server/identity/guard-changes.ts'
import { requireStepUp } from '#server/identity/require-step-up.ts'
import { settingOf } from '#server/identity/setting.ts'
import { inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Handler, Reserved } from '#server/kit/http/route.ts'
import { type Cells, cellsOf } from '#server/kit/rows/cell.ts'
import { differences, lockRow } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { askSecondReader } from './ask-second-reader.ts'
import { waitingWords } from './word-events.ts'

type Changing = Parameters<HoldChanges>[1]

/** What is sent about rows of words; the call's own schema has checked it. */
interface SentWords extends WordRow {
  id?: number
  ids?: number[]
}
type Write = (ctx: Context, conn: Conn, input: SentWords, reserved?: Reserved) => Promise<Answer>

/** What follows when words of a kind are used that had to wait. */
export type FollowWords = (kind: WordKind) => UsedWords

/** The verbs of words that customers read: where two people are wanted, a change of them waits. */
export function makeHolding(): { hold: HoldChanges; follow: FollowWords } {
  const followers = new Map<WordKind, UsedWords>()
  return {
    hold: (entity, plain, guarded, used = async () => undefined) => {
      followers.set(wordKindOf(entity), used)
      return held(entity, plain, guarded)
    },
    follow: (kind) => {
      const used = followers.get(kind)
      if (!used) throw new Error(`Nobody holds words of a ${kind}.`)
      return used
    },
  }
}

function held<H extends Changing>(entity: Entity, plain: H, guarded: H): H {
  const free = (verb: 'remove' | 'removeMany'): Handler<AnyCall> => ({
    ...guarded[verb],
    write: whileNothingWaits(entity, writeOf(guarded[verb])),
  })
  return {
    ...guarded,
    create: { ...guarded.create, write: heldCreate(entity, plain, guarded) },
    update: { ...guarded.update, write: heldUpdate(entity, plain, guarded) },
    remove: free('remove'),
    removeMany: free('removeMany'),
  }
}

function writeOf(handler: Handler<AnyCall>): Write {
  if (!('write' in handler)) throw new Error('Whatever changes a row is a writing handler.')
  return handler.write as Write // The verbs of a row answer it as JSON.
}

/** A new row is there for everybody to see, and for no customer. */
function heldCreate(entity: Entity, plain: Changing, guarded: Changing): Write {
  const kind = wordKindOf(entity)
  return async (ctx, conn, input, reserved) => {
    if (!isRead[kind](input) || !(await settingOf(conn, 'template_second_person')))
      return writeOf(guarded.create)(ctx, conn, input, reserved)
    refuseUnproved(ctx)
    const create = writeOf(plain.create)
    const wanted = await inVain(conn, () => create(ctx, conn, input, reserved))
    const answer = await create(ctx, conn, { ...input, ...unread[kind](input) }, reserved)
    const { id, row } = await lockRow(ctx, conn, entity, Number(rowOf(answer).id))
    const changes = differences(entity, row, fieldsIn(entity, rowOf(wanted)))
    await askSecondReader(ctx, conn, { kind, id, name: String(row[entity.title]) }, changes)
    return { ...answer, message: 'Saved. It is used when a second person has confirmed it.' }
  }
}

function heldUpdate(entity: Entity, plain: Changing, guarded: Changing): Write {
  const kind = wordKindOf(entity)
  return async (ctx, conn, input, reserved) => {
    const { id, row, row_text } = await lockRow(ctx, conn, entity, Number(input.id))
    await refuseWaiting(conn, kind, [id])
    const change = () => writeOf(guarded.update)(ctx, conn, input, reserved)
    if (!(await settingOf(conn, 'template_second_person'))) return change()
    // Everything that could be said against it is said now, and not to the second person.
    const update = writeOf(plain.update)
    const wanted = rowOf(await inVain(conn, () => update(ctx, conn, input, reserved)))
    const changes = differences(entity, row, fieldsIn(entity, wanted))
    if (!isRead[kind](wanted) || Object.keys(changes).length === 0) return change()
    refuseUnproved(ctx)
    await askSecondReader(ctx, conn, { kind, id, name: String(row[entity.title]) }, changes)
    const answer = writtenAnswer(ctx, entity, { json: row_text }, { status: updated })
    return { ...answer, message: 'Saved. It changes when a second person has confirmed it.' }
  }
}

/** What goes back to its standard needs nobody, but nothing goes from under a second person. */
function whileNothingWaits(entity: Entity, write: Write): Write {
  const kind = wordKindOf(entity)
  return async (ctx, conn, input, reserved) => {
    const { id, ids = [] } = input
    await refuseWaiting(conn, kind, id === undefined ? ids : [id])
    return write(ctx, conn, input, reserved)
  }
}

async function refuseWaiting(conn: Conn, kind: WordKind, ids: readonly number[]): Promise<void> {
  const [waiting] = await waitingWords(conn, kind, ids)
  if (!waiting) return
  const reason = `a change of ${waiting.name} waits for a second person`
  throw notPossible('change', reason, 'Have that one answered or withdrawn first.')
}

function refuseUnproved(ctx: Context): void {
  if (ctx.actor.via === 'key') throw new Problem('forbidden')
  requireStepUp(ctx)
}

const rowOf = ({ rawData }: Answer): Cells => cellsOf(JSON.parse(String(rawData)))

function fieldsIn(entity: Entity, row: Cells): Cells {
  return Object.fromEntries(fieldsOf(entity).map(([name]) => [name, row[name]]))
}
