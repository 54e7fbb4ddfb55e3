import { addWorkingDays } from '#domain/kit/working-day.ts'
import { calledWords, type WordKind } from '#domain/payees/word-change.ts'
import { addressOf, letter, type MailText } from '#server/identity/mail-texts.ts'
import { tellAdmins } from '#server/identity/tell-admins.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import type { Config } from '#server/kit/start/config.ts'
import { raiseTask } from '#server/tasks/system-task.ts'
import { recordWords } from './word-events.ts'

/** The row whose words are to be others. */
interface Words {
  kind: WordKind
  id: number
  /** As its own screen calls it. */
  name: string
}

const DAYS_TO_ANSWER = 1

/** What customers read stays as it is until a second person has read what it is to be. */
export async function askSecondReader(
  ctx: Context,
  conn: Conn,
  { kind, id: object_id, name: title }: Words,
  changes: object,
): Promise<void> {
  const name = calledWords(kind, title)
  const asked = { object_class: kind, object_id, name, event: 'asked', changes } as const
  const id = await recordWords(ctx, conn, asked)
  const reason = `${name} is to say something else.`
  await recordHistory(conn, ctx, { object_class: kind, object_id, action: 'ask_words', reason })
  await raiseTask(ctx, conn, {
    cause: wordTask(id),
    subject: `Read and confirm new words: ${name}`,
    text_plain: `${ctx.actor.name} wrote them. Look above all at where they say to pay.`,
    due_date: addWorkingDays(todayOf(ctx), DAYS_TO_ANSWER),
    role_name: 'admin',
  })
  await tellOfWords(ctx, conn, { kind, id: object_id, name }, 'asked')
}

export const wordTask = (id: number) => `word change ${id}`

const said = {
  asked: ['A change of what customers read waits', 'asked to change what customers read'],
  refused: ['A change of what customers read was refused', 'refused a change of it'],
  confirmed: ['What customers read was changed', 'confirmed a change of it'],
  withdrawn: ['A change of what customers read was withdrawn', 'took back a change of it'],
} as const

const after = {
  asked: 'Customers read what they read before, until another admin confirms it.',
  confirmed: 'Customers read it from now on.',
  refused: 'Nothing has changed.',
  withdrawn: 'Nothing has changed.',
}

const pageOf = ({ kind, id }: Words) =>
  kind === 'messagetemplate' ? `/app/messagetemplate/edit?id=${id}` : '/app/settings'

/** Every admin hears of it, whoever asked included. */
export async function tellOfWords(
  ctx: Context,
  conn: Conn,
  words: Words,
  event: keyof typeof said,
  reason?: string,
): Promise<void> {
  const text = wordMail(ctx.config, {
    by: ctx.actor.name,
    page: pageOf(words),
    event,
    reason,
    words,
  })
  await tellAdmins(ctx, conn, `words ${event}`, text)
}

interface WordNews {
  by: string
  page: string
  event: keyof typeof said
  reason: string | undefined
  words: Words
}

function wordMail(config: Config, { by, page, event, reason, words }: WordNews): MailText {
  const [subject, deed] = said[event]
  return letter(config, subject, [
    `${words.name}: ${by} ${deed}. ${after[event]}`,
    ...(reason ? [`The reason given: ${reason}`] : []),
    'If you did not expect this, talk to them today, and look here:',
    addressOf(config, page),
  ])
}
