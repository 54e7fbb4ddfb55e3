import { fragment } from '#server/kit/database/sql.ts'

/** Somebody of the office, and how they want to be told of things. */
export interface Colleague {
  user_id: number | null
  name: string
  email: string | null
  phone: string | null
  mode: 'individual' | 'combined' | 'none'
  channel: 'sms' | 'email' | 'none'
}

/** Read from a user `u` and, beside or instead of one, somebody of the staff `s`. */
export const COLLEAGUE = fragment`u.id as user_id, coalesce(u.firstname, s.name, u.username) as name,
  coalesce(u.email, s.email) as email, u.phone_mobile as phone,
  coalesce(u.notification_mode, 'individual') as mode,
  coalesce(u.notification_channel, 'email') as channel`
