import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'

export const mailStatuses = [
  'queued',
  'sending',
  'sent',
  'outbox',
  'unconfirmed',
  'failed',
] as const
export type MailStatus = (typeof mailStatuses)[number]

/** Mail on its way out, without its text. */
export interface MailLine {
  id: number
  mail_to: string
  subject: string
  status: MailStatus
  attempts: number
  error: string | null
  created_at: string
  sent_at: string | null
}

/** One mail with its text, as long as that is kept. */
export interface Mail extends MailLine {
  mail_from: string | null
  text_plain: string | null
}

// Reset links pass through the outbox: platform admins alone, in person and under their own name.
const policy: Policy = {
  from: 'padmin',
  apiKey: false,
  withoutOrganisation: true,
  whileImpersonating: false,
}

export const mailCalls = {
  list: call({
    method: 'GET',
    path: '/mails',
    summary: 'Mail on its way out, newest first, without its text',
    policy,
    input: z.object({ before: idSchema.optional(), q: z.string().max(200).optional() }),
    answers: data<MailLine[]>(),
  }),
  get: call({
    method: 'GET',
    path: '/mail',
    summary: 'One mail with its text, as long as it is kept',
    policy,
    input: z.object({ id: idSchema }),
    answers: data<Mail>(),
  }),
}
