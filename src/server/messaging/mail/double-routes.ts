import type { CheckedOf } from '#domain/kit/call.ts'
import { empty, Problem, updated } from '#domain/kit/problem.ts'
import { doubleCalls } from '#domain/messaging/double-calls.ts'
import { isDemo } from '#server/identity/is-demo.ts'
import { askDouble, mailsOfDouble } from '#server/integrations/mail-double.ts'
import { parseMail } from '#server/integrations/mail-parse.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { requireReach } from '#server/kit/rows/within-reach.ts'
import { answerText, listTexts } from '../sms/phone-double.ts'

/** Only a demonstration has one, and only while it runs. */
async function doubleOf(ctx: Context) {
  requireReach(ctx, 'customer')
  const { mailDouble } = ctx.config
  const isShown = await ctx.database.read(scopeOf(ctx), isDemo)
  if (!mailDouble || !isShown) return null
  return { organisation_id: ctx.actor.organisation_id ?? 0, double: mailDouble }
}

async function listMails(ctx: Context) {
  const found = await doubleOf(ctx)
  const info = { is_there: found !== null }
  if (!found) return { status: empty, data: [], info, message: 'Nothing here yet.' }
  const { organisation_id, double } = found
  const mails = await mailsOfDouble(double.controlUrl, organisation_id)
  const data = []
  for (const { raw, ...mail } of mails.slice(0, 50)) {
    const { text } = await parseMail(Buffer.from(raw))
    data.push({ ...mail, text })
  }
  return data.length > 0
    ? { data, info }
    : { status: empty, data, info, message: 'Nothing here yet.' }
}

async function act(ctx: Context, { act: what, ...asked }: CheckedOf<typeof doubleCalls.act>) {
  const found = await doubleOf(ctx)
  if (!found) throw new Problem('notImplemented')
  const { organisation_id, double } = found
  const to = double.channelOf(organisation_id).address
  const isOwn = async () =>
    (await mailsOfDouble(double.controlUrl, organisation_id)).some(({ id }) => id === asked.id)
  if (what !== 'send' && !(await isOwn())) throw new Problem('notFound', { fill: { what: 'mail' } })
  await askDouble(double.controlUrl, what, { ...asked, to })
  return { status: updated, data: { is_done: true }, message: 'Done. It comes in a moment.' }
}

export const doubleRoutes: Route[] = serve(doubleCalls, {
  mails: { run: listMails },
  act: { run: act },
  texts: { run: listTexts },
  answerText: { run: answerText },
})
