import type { CheckedOf } from '#domain/kit/call.ts'
import { empty, Problem, updated } from '#domain/kit/problem.ts'
import type { DoubleText, doubleCalls } from '#domain/messaging/double-calls.ts'
import { answerFromPhone, textsOfPhones } from '#server/integrations/phone-double.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { requireReach } from '#server/kit/rows/within-reach.ts'
import { hookOf } from './deliver-sms.ts'

const OWN = sql<{ id: number; demo: boolean }>`select id, demo from organisations
  where id = scope_organisation()`

/** Only a demonstration has its customers' phones here, and sees those that it wrote to. */
async function phonesOf(ctx: Context) {
  requireReach(ctx, 'customer')
  const { phoneDouble } = ctx.config
  const own = await ctx.database.read(scopeOf(ctx), (conn) => OWN.one(conn))
  if (!phoneDouble || !own?.demo) return null
  const { controlUrl: url } = phoneDouble
  // All demonstrations share the phones: each sees what came by its own way.
  const hook = hookOf(ctx.config, phoneDouble.channelOf(own.id))
  const texts = (await textsOfPhones(url, hook)).map(({ id, at, direction, from, to, text }) => {
    const is_from_phone = direction === 'from phone'
    const [number, office] = is_from_phone ? [from, to] : [to, from]
    return { id, number, office, is_from_phone, text, at }
  })
  return { url, hook, texts }
}

const MOST = 100

export async function listTexts(ctx: Context) {
  const found = await phonesOf(ctx)
  const info = { is_there: found !== null }
  const data = (found?.texts ?? [])
    .slice(-MOST)
    .reverse()
    .map(({ office: _office, ...text }): DoubleText => text)
  if (data.length > 0) return { data, info }
  return { status: empty, data, info, message: 'Nothing here yet.' }
}

/** The customer answers the last one who wrote to this phone. */
export async function answerText(
  ctx: Context,
  { number, text }: CheckedOf<typeof doubleCalls.answerText>,
) {
  const found = await phonesOf(ctx)
  if (!found) throw new Problem('notImplemented')
  const last = found.texts.findLast((one) => one.number === number)
  if (!last) throw new Problem('notFound', { fill: { what: 'phone' } })
  await answerFromPhone(found.url, { number, to: last.office, text, hook: found.hook })
  return { status: updated, data: { is_done: true }, message: 'Done. It comes in a moment.' }
}
