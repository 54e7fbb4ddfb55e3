import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

let sequence = 0

const trial = { context: 'customer', subject: 'Hello', text_base: 'Kia ora {{customer_name}}' }

/** What calls about mail need before they do something: one that has left, or may have. */
export function messageCallsOf(world: World) {
  const mail = async (status: 'accepted' | 'unconfirmed') => {
    sequence += 1
    const [organisation_id] = world.organisations
    const scope = { organisation_id, user_id: null }
    return world.database.write(scope, async (conn) => {
      const id = await queueMessage(world, conn, {
        kind: 'statement',
        to: `reader${sequence}@example.co.nz`,
        subject: 'Your statement',
        text: 'Kia ora',
        key: `ready ${sequence}`,
      })
      await conn.query('update messages set status = $2 where id = $1', [id, status])
      return { id }
    })
  }
  return {
    'POST /message/resend': async (_client: Client) => mail('accepted'),
    'POST /messagetemplate/preview': async () => trial,
    'POST /messagetemplate/trial': async () => trial,
    'POST /message/arrived': async (_client: Client) => mail('unconfirmed'),
  }
}
