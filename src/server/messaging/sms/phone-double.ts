import type { CheckedOf } from '#domain/kit/call.ts'
import { empty, Problem, updated } from '#domain/kit/problem.ts'
import type { DoubleText, doubleCalls } from '#domain/messaging/double-calls.ts'
import { answerFromPhone, textsOfPhones } from '#server/integrations/phone-double.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'

// The gateway of the demonstration is that of the first organisation that is one.
const OWN = sql<{ has_phones: boolean; numbers: string[] }>`select
    o.id = (select min(d.id) from organisations d where d.demo and d.deleted_at is null)
      as has_phones,
    coalesce((select array_agg(distinct m.recipient) from messages m
      where m.type = 'sms' and m.direction = 'out'), '{}') as numbers
  from organisations o where o.id = scope_organisation()`

/** Only a demonstration has its customers' phones here, and sees those that it wrote to. */
async function phonesOf(ctx: Context) {
  const { phoneDouble } = ctx.config
  const own = await ctx.database.read(scopeOf(ctx), (conn) => OWN.one(conn))
  if (!phoneDouble || !own?.has_phones) return null
  const numbers = new Set(own.numbers)
  const all = await textsOfPhones(phoneDouble.controlUrl)
  const texts = all.flatMap(({ id, at, direction, from, to, text }) => {
    const is_from_phone = direction === 'from phone'
    const [number, office] = is_from_phone ? [from, to] : [to, from]
    return numbers.has(number) ? [{ id, number, office, is_from_phone, text, at }] : []
  })
  return { url: phoneDouble.controlUrl, texts }
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
  await answerFromPhone(found.url, { number, to: last.office, text })
  return { status: updated, data: { is_done: true }, message: 'Done. It comes in a moment.' }
}
