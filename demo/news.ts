import { platformtemplateCalls } from '#domain/messaging/messagetemplate-calls.ts'
import { standards } from '#domain/messaging/template/standards.ts'
import { notificationCalls } from '#domain/website/notification-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { playCall } from './play-call.ts'
import type { On } from './store-billing.ts'

/** What the platform told everybody, what it is going to tell, and its own words for one letter. */
export async function storeNews(on: On, conn: Conn): Promise<void> {
  await playCall(on('2026-10-30'), conn, notificationCalls.create, {
    subject: 'Maintenance on Sunday, 1 November',
    text_plain: 'From 6 to 7 in the morning nobody can sign in.',
    importance: 'attention',
    starts_at: '2026-10-30T08:00:00+13:00',
    expires_at: '2026-11-01T07:00:00+13:00',
  })
  await playCall(on('2026-11-12'), conn, notificationCalls.create, {
    subject: 'Closed between Christmas and New Year',
    text_plain: 'Help by phone is back on 5 January; the program runs as always.',
    importance: 'information',
    starts_at: '2026-12-20T08:00:00+13:00',
    expires_at: '2027-01-05T08:00:00+13:00',
  })
  const { subject, text_base } = standards.commission_cancelled
  await playCall(on('2026-11-12'), conn, platformtemplateCalls.create, {
    ...{ key: 'commission_cancelled', subject, text_base, tone: 'normal' },
  })
}
