import type { Mail } from './mail.ts'

/** Delivers by leaving the message where it is: in the database, readable on screen. */
export const outboxMail: Mail = {
  deliver: async () => ({ outcome: 'kept' }),
}
