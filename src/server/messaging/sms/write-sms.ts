import { randomUUID } from 'node:crypto'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, created, Problem } from '#domain/kit/problem.ts'
import type { smsCalls } from '#domain/messaging/sms/sms-calls.ts'
import { emptyFileLink } from '#server/files/file-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { refuseStopped } from '#server/messaging/checks/refuse-stopped.ts'
import { type CheckedMessage, stopOf } from '#server/messaging/checks/stop-of.ts'
import { leavingMoment } from '../compose/leaving-moment.ts'
import { sealedWords } from '../outbox/sealed-words.ts'
import { printedByHand } from '../template/print-by-hand.ts'
import type { TemplateSources } from '../template/template-source.ts'
import { fileLinks } from './file-links.ts'
import { dropSmsDraft } from './keep-sms-draft.ts'
import { checkedSms, queueSms } from './queue-sms.ts'
import { type ReadySms, readySms } from './sms-draft.ts'
import { type TextedParty, textedParty } from './texted-party.ts'

type SmsRequest = CheckedOf<typeof smsCalls.preview> & {
  party: TextedParty
  send_anyway?: boolean | undefined
}

/** What it would say and cost, and whether it may leave. */
export const previewSmsWith =
  (sources: TemplateSources) => (ctx: Context, asked: CheckedOf<typeof smsCalls.preview>) =>
    ctx.database.read(scopeOf(ctx), async (conn) => {
      const links = asked.file_ids.map(() => emptyFileLink(ctx))
      const party = await textedParty(conn, asked)
      const sms = await written(ctx, conn, sources, { ...asked, party }, links)
      const stop = await stopOf(conn, checkedWords(ctx, sms), ctx.clock.now())
      const { to, from, text, segments, max_segments } = sms
      return { data: { to, from, text, segments, max_segments, stop } }
    })

/** Staff's own words to a customer's phone. What only has to wait is taken, and says until when. */
export const writeSmsWith =
  (sources: TemplateSources, catalogue: Catalogue) =>
  async (ctx: Context, conn: Conn, asked: CheckedOf<typeof smsCalls.send>) => {
    const party = await textedParty(conn, asked)
    const { draft_id: id } = asked
    if (id !== undefined) await dropSmsDraft(ctx, conn, catalogue, { ...party, id })
    return writeSms(ctx, conn, sources, { ...asked, party })
  }

async function writeSms(
  ctx: Context,
  conn: Conn,
  sources: TemplateSources,
  asked: CheckedOf<typeof smsCalls.send> & { party: TextedParty },
) {
  const at = leavingMoment(ctx, asked.not_before)
  const file_ids = [...new Set(asked.file_ids)]
  const sms = await written(ctx, conn, sources, asked, await fileLinks(ctx, conn, file_ids))
  const checked = { ...checkedWords(ctx, sms), leaves_at: at.toISOString() }
  const stop = await refuseStopped(ctx, conn, checked)
  const then = asked.not_before ? await stopOf(conn, checked, at) : stop
  const { customer_id, supplier_id, partner_id, thread_id } = asked.party
  const origin = { supplier_id, partner_id, thread_id, at, file_ids }
  const id = await queueSms(ctx, conn, sms, `sms ${randomUUID()}`, origin)
  if (id === undefined) throw new Problem('conflict')
  const told = { object_class: 'message', object_id: id, action: 'create', customer_id }
  await recordHistory(conn, ctx, told)
  const isQuiet = then?.rule === 'quiet_hours'
  const waits_until = isQuiet ? then.until : null
  const message = isQuiet ? then.way_out : 'Text message on its way.'
  return { status: created, data: { id, not_before: at.toISOString(), waits_until }, message }
}

/** A link opens something else each time; the words are the same without what opens it. */
function checkedWords({ config }: Context, sms: ReadySms): CheckedMessage {
  const words = { text: sms.text, html: null }
  return { ...checkedSms(sms), text: sealedWords(config.secrets.fields, words).text_plain }
}

async function written(
  ctx: Context,
  conn: Conn,
  sources: TemplateSources,
  asked: SmsRequest,
  links: readonly string[],
): Promise<ReadySms> {
  const { purpose, party } = asked
  const { customer_id } = party
  const to = asked.to ?? party.mobile
  if (!to) throw badField('to', `The ${party.called} has no mobile number.`)
  const words = { subject: null, text: asked.text, customer_id }
  const printed = await printedByHand(ctx, conn, sources, words, 'text')
  const text = [printed.text, ...links].join('\n')
  const draft = {
    kind: 'sms',
    tone: 'normal',
    is_by_hand: true,
    care_reason: null,
    may_repeat: asked.send_anyway ?? false,
    invoice_id: null,
  } as const
  const whole = { ...draft, to, text, purpose, customer_id }
  return readySms(conn, ctx.config, whole, ctx.clock.now())
}
