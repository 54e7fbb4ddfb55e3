import { type Fragment, fragment } from '#server/kit/database/sql.ts'

/** What a phone sent in the day before a moment: who answers that is waited for. */
export const justWrote = (number: Fragment, now: Fragment) => fragment`select from messages i
  where i.direction = 'in' and i.type = 'sms' and i.sender = ${number} and i.deleted_at is null
    and i.created_at > ${now}::timestamptz - interval '24 hours'`
