import type { BulkMessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { queueMessage } from '../outbox/queue-message.ts'
import { mobileNumber } from '../sms/mobile-number.ts'
import { queueSms } from '../sms/queue-sms.ts'
import { checkedBulk } from './judge.ts'
import { type BulkOffice, judgeAudience } from './judge-audience.ts'
import { draftOf, type Sample, Tally } from './preview.ts'
import { bulkSms } from './sms-frame.ts'

interface TrialRequest {
  id: number
  customer_id?: number | undefined
}

/** Sends it to whoever is asking, by the way that one of its readers would get it. */
export function trialBulk(office: BulkOffice, catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, { id, customer_id }: TrialRequest) => {
    const bulk = await draftOf(ctx, conn, id, 'trial', catalogue)
    const only = customer_id === undefined ? bulk : { ...bulk, audience: { ids: [customer_id] } }
    const tally = new Tally()
    await judgeAudience(ctx, conn, office, only, (judged) => tally.add(judged))
    const sample = tally.samples?.longest
    if (!sample) {
      const wayOut = 'Choose others, or mend what leaves them out.'
      throw notPossible('send', 'nobody would get it', wayOut)
    }
    const to =
      sample.channel === 'sms'
        ? await textMe(ctx, conn, bulk, sample)
        : await mailMe(ctx, conn, sample)
    return { data: { to }, message: `Sent to ${to}.` }
  }
}

const keyOf = ({ actor, request }: Context) => `trial ${actor.user_id} ${request.id}`

const OWN_EMAIL = sql<{ email: string | null }, [user_id: number]>`
  select email from users where id = $1`

async function mailMe(ctx: Context, conn: Conn, { subject, text }: Sample): Promise<string> {
  const me = await OWN_EMAIL.one(conn, ctx.actor.user_id)
  if (!me?.email) throw notPossible('send', 'you have no email address', 'Add it to your profile.')
  await queueMessage(ctx, conn, {
    kind: 'bulk',
    to: me.email,
    subject: `Test: ${subject ?? ''}`,
    text,
    key: keyOf(ctx),
    is_by_hand: true,
    may_repeat: true,
  })
  return me.email
}

const OWN_MOBILE = sql<{ phone_mobile: string | null }, [user_id: number]>`
  select phone_mobile from staffs where user_id = $1 and deleted_at is null order by id limit 1`

/** To the very phone that would ring: what a text message looks like is seen there alone. */
async function textMe(
  ctx: Context,
  conn: Conn,
  { purpose }: BulkMessage,
  { text, segments }: Sample,
): Promise<string> {
  const { from, provider, max_segments, isAbroadAllowed } = await bulkSms(conn, ctx.config, purpose)
  const mine = (await OWN_MOBILE.one(conn, ctx.actor.user_id))?.phone_mobile ?? null
  const number = mine === null ? null : mobileNumber(mine, { isAbroadAllowed })
  if (number === null || 'problem' in number) {
    const reason = mine === null ? 'you have no mobile number' : 'your number is no mobile phone’s'
    throw notPossible('send', reason, 'Add your mobile to your entry among the staff.')
  }
  const { e164: to } = number
  const leaving = { from, to, text, segments: segments ?? 1, max_segments, provider }
  const asked = { ...checkedBulk, is_by_hand: true, may_repeat: true, is_awaited: true }
  const own = { ...asked, purpose: 'service', tone: 'normal', customer_id: null } as const
  await queueSms(ctx, conn, { ...own, ...leaving }, keyOf(ctx))
  return to
}
