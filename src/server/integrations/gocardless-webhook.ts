import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSame } from '#server/identity/digest.ts'
import type { ReadWebhook } from './direct-debit.ts'
import { kinds } from './gocardless-shapes.ts'
import { eventOf } from './gocardless-words.ts'

// It sends 250 at most.
const MAX_EVENTS = 1000

const told = z.object({ events: z.array(kinds.events).max(MAX_EVENTS) })

/** What GoCardless says has happened, if one of the secrets signed it byte by byte. */
export const readGocardlessWebhook: ReadWebhook = ({ headers, body }, secrets) => {
  const signature = headers['webhook-signature'] ?? ''
  const isSigned = secrets.some(
    (secret) =>
      secret !== '' && isSame(signature, createHmac('sha256', secret).update(body).digest('hex')),
  )
  if (!isSigned) return null
  try {
    const { events } = told.parse(JSON.parse(Buffer.from(body).toString()))
    return { events: events.map(eventOf) }
  } catch {
    return 'unreadable'
  }
}
