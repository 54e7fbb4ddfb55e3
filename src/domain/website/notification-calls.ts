import { z } from 'zod'
import { call, data, row } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { type Notification, notification } from './notification.ts'

/** What the platform tells everybody now. */
export type CurrentNotification = Pick<
  Notification,
  'id' | 'subject' | 'text_plain' | 'importance' | 'starts_at' | 'expires_at'
>

export const notificationCalls = {
  ...verbs(notification),
  expire: call({
    method: 'POST',
    path: '/notification/expire',
    summary: 'End a notification now',
    policy: { from: 'padmin', apiKey: false, withoutOrganisation: true },
    target: notification,
    input: z.strictObject({ id: idSchema }),
    answers: row(notification),
  }),
  current: call({
    method: 'GET',
    path: '/notifications/current',
    summary: 'What the platform tells everybody now',
    policy: { from: 'user', withoutOrganisation: true },
    input: z.looseObject({}),
    answers: data<CurrentNotification[]>(),
  }),
}
