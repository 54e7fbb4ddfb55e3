import { audienceOf } from '#domain/messaging/bulk/audience.ts'
import type { BulkMessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { channelsOf } from '#domain/messaging/bulk/channel-order.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { checkSettings } from '../checks/stop-of.ts'
import { brokerFields } from '../template/template-in-force.ts'
import { type AudienceSources, audienceIds, reachedAddresses } from './audience-ids.ts'
import { type BulkWords, printedBy, wordsOf } from './bulk-words.ts'
import { type Candidate, Judge, type Judged } from './judge.ts'
import { knownContacts } from './known-contacts.ts'
import type { LetterValues } from './letter-values.ts'
import { sameWords } from './same-words.ts'
import { bulkSms } from './sms-frame.ts'

/** What a message to many needs of the modules that know customers, and of their lists. */
export interface BulkOffice {
  values: LetterValues
  sources: AudienceSources
}

const CANDIDATES = sql<Candidate, [ids: readonly number[], isWithNumbers: boolean]>`
  select c.id, c.name, lower(coalesce(c.email_primary, c.email, c.email_invoice)) as email,
    case when $2 then array_remove(array[c.phone_mobile, c.phone_primary, c.phone, c.phone_other,
      c.phone_work, c.phone_home], null) else '{}' end as numbers,
    c.required_for_medical, c.in_hardship, c.customer_type, c.postcode, c.receive_promo_emails,
    c.receive_promo_sms, c.receive_sms_reminders, c.debits_frozen_reason, false as is_archived
  from customers c where c.id = any($1) and c.deleted_at is null order by c.id`

/** So many at a time: others get their turn between them. */
const AT_A_TIME = 5000

/** Looks at everybody it is meant for, in the order of their ids, and tells of each. */
export async function judgeAudience(
  ctx: Context,
  conn: Conn,
  { values, sources }: BulkOffice,
  bulk: BulkMessage,
  told: (judged: Judged) => void,
): Promise<BulkWords> {
  const words = await wordsOf(conn, bulk, ctx.config)
  const { purpose } = bulk
  const channels = channelsOf(bulk.channels)
  const settings = await checkSettings(conn)
  const now = ctx.clock.now()
  const judge = new Judge({
    channels,
    purpose,
    words,
    sms: words.sms ? await bulkSms(conn, ctx.config, purpose) : null,
    contacts: await knownContacts(conn, purpose, { ...settings, now }),
    settings,
    sameWords: await sameWords(conn, ctx.config.secrets.fields, { bulk_id: bulk.id, now }),
    may_repeat: bulk.send_anyway ?? false,
    reached: purpose === 'promotional' ? await reachedAddresses(conn, bulk.parent_id) : new Set(),
    now: now.toISOString(),
  })
  const ids = await audienceIds(ctx, conn, audienceOf(bulk.audience), sources)
  const broker = await brokerFields(conn)
  const printed = printedBy([words.email, words.sms].filter((one) => one !== null))
  for (let from = 0; from < ids.length; from += AT_A_TIME) {
    const some = ids.slice(from, from + AT_A_TIME)
    const [candidates, known] = await Promise.all([
      CANDIDATES.all(conn, some, words.sms !== null),
      values(conn, some, printed),
    ])
    for (const candidate of candidates) {
      const own = known.get(candidate.id)
      if (own) told(judge.judge(candidate, { ...own, fields: { ...broker, ...own.fields } }))
    }
  }
  return words
}
