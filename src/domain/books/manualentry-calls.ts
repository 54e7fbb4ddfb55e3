import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { action } from '#domain/kit/call.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { manualentry } from './manualentry.ts'

const input = z.strictObject({ ...rowRequest, reason: reason.optional() })

/** Entries by hand over the limit of four eyes: one person writes them, another books them. */
export const manualentryCalls = {
  ...verbs(manualentry, { without: ['create', 'update', 'remove', 'removeMany', 'restore'] }),
  approve: action(manualentry, 'approve', {
    summary: 'Book an entry that a colleague wrote by hand',
    input,
    said: 'Entry booked.',
  }),
  withdraw: action(manualentry, 'withdraw', {
    summary: 'Withdraw an entry that waits for a colleague',
    input,
    said: 'Entry withdrawn.',
  }),
}
