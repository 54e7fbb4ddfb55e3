import { z } from 'zod'
import { badField, type Problem } from '#domain/kit/problem.ts'
import type { BulkMessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { type BulkChannel, channelsOf } from '#domain/messaging/bulk/channel-order.ts'
import { messageTones } from '#domain/messaging/checks/caring.ts'
import { foreignLinks } from '#domain/messaging/sms/sms-text.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { PrintedParts } from './letter-values.ts'

const part = z.string().nullable()
const channelWords = z.object({
  subject: part,
  text_base: part,
  text_loop: part,
  html: part,
  tone: z.enum(messageTones),
  template: z.object({ id: z.int(), version: z.int() }).nullable(),
})
const bulkWords = z.object({ email: channelWords.nullable(), sms: channelWords.nullable() })

/** What one channel says, with the template it came from. */
export type ChannelWords = z.output<typeof channelWords>
/** The words of both channels; none for one that is not used. */
export type BulkWords = z.output<typeof bulkWords>

export const readWords = (stored: unknown): BulkWords => bulkWords.parse(stored)

interface TemplateRow extends Omit<ChannelWords, 'template'> {
  version: number
  type: string
  context: string
  purpose: string
  is_active: boolean
}

const TEMPLATE = sql<
  TemplateRow,
  [id: number]
>`select version, type, context, purpose, tone, subject,
    text_base, text_loop, html, is_active
  from messagetemplates where id = $1 and deleted_at is null`

/** The words it would leave with now, from templates or its own; 400 where some are missing. */
export async function wordsOf(
  conn: Conn,
  bulk: BulkMessage,
  { publicUrl }: { publicUrl: string },
): Promise<BulkWords> {
  const channels = channelsOf(bulk.channels)
  const words: BulkWords = {
    email: channels.includes('email') ? await mailWords(conn, bulk) : null,
    sms: channels.includes('sms') ? await smsWords(conn, bulk) : null,
  }
  const { text_base, text_loop } = words.sms ?? { text_base: null, text_loop: null }
  const links = [text_base, text_loop].flatMap((part) => foreignLinks(part ?? '', publicUrl))
  if (links.length > 0)
    throw badField('text_sms', 'A text message may only hold links to our own pages.')
  return words
}

const own = { text_loop: null, html: null, tone: 'normal', template: null } as const

async function mailWords(conn: Conn, bulk: BulkMessage): Promise<ChannelWords> {
  const { template_id, subject, text_base } = bulk
  if (template_id !== null) return fromTemplate(conn, bulk, 'email', template_id)
  if (!subject?.trim()) throw badField('subject', 'Give it a subject.')
  if (!text_base?.trim()) throw badField('text_base', 'Write something, or choose a template.')
  return { ...own, subject, text_base }
}

async function smsWords(conn: Conn, bulk: BulkMessage): Promise<ChannelWords> {
  const { sms_template_id, text_sms } = bulk
  if (sms_template_id !== null) return fromTemplate(conn, bulk, 'sms', sms_template_id)
  if (!text_sms?.trim()) throw badField('text_sms', 'Write something, or choose a template.')
  return { ...own, subject: null, text_base: text_sms }
}

async function fromTemplate(
  conn: Conn,
  { purpose }: BulkMessage,
  channel: BulkChannel,
  id: number,
): Promise<ChannelWords> {
  const found = await TEMPLATE.one(conn, id)
  const field = channel === 'sms' ? 'sms_template_id' : 'template_id'
  const refuse = (message: string): Problem => badField(field, message)
  if (!found?.is_active) throw refuse('That template is not in use.')
  if (found.type !== channel) throw refuse('That template is for another channel.')
  if (found.context !== 'customer') throw refuse('Choose a template that is about a customer.')
  if (!found.text_base?.trim()) throw refuse('That template says nothing.')
  if (channel === 'email' && !found.subject?.trim()) throw refuse('That template has no subject.')
  if (found.purpose === 'promotional' && purpose !== 'promotional')
    throw badField('purpose', 'The template advertises: choose promotional.')
  const { subject, text_base, text_loop, html, tone, version } = found
  const words = { subject, text_base, text_loop, html, tone }
  return { ...words, template: { id, version } }
}

/** What the words of some channels print. */
export function printedBy(words: readonly ChannelWords[]): PrintedParts {
  return { rows: words.some(printsRows), fields: new Set(words.flatMap(fieldsIn)) }
}

function printsRows({ text_base, text_loop, html }: ChannelWords): boolean {
  const source = `${text_base ?? ''}${html ?? ''}`
  return Boolean(text_loop) || /\{\{\s*(?:loop\b|#each\b|#if\s+rows\b)/.test(source)
}

/** Every field that the words name, printed or only asked for. */
export function fieldsIn({ subject, text_base, text_loop, html }: ChannelWords): string[] {
  const source = [subject, text_base, text_loop, html].join(' ')
  const names = [...source.matchAll(/\{\{\s*(?:#if\s+)?([a-z]\w*)/gi)].map(([, name = '']) => name)
  return [...new Set(names)]
}
