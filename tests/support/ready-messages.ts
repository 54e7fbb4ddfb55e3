import { customer } from '#domain/customers/customer.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import type { World } from './world.ts'

let sequence = 0

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
  /** To a gateway that nobody runs: what is written waits. */
  const textMessage = async (client: Client) => {
    sequence += 1
    const [organisation_id] = world.organisations
    const sms = {
      provider: 'twilio',
      url: 'http://127.0.0.1:9',
      account_sid: 'ACready',
      auth_token: 'a token of the tests',
      hook_key: 'a-hook-key-of-the-tests-long-enough',
      answers_stop: false,
    } as const
    world.config.channels = { organisations: [{ organisation_id, sms }] }
    await world.database.write({ organisation_id, user_id: null }, (conn) =>
      conn.query(`insert into organisationconfigs (organisation_id, name, value)
        select scope_organisation(), 'sms_sender_service', '"4321"'::jsonb where not exists
          (select from organisationconfigs where name = 'sms_sender_service')`),
    )
    const phone_mobile = `+6421556${String(sequence).padStart(4, '0')}`
    const { id: customer_id } = await makeRow(client, customer, { phone_mobile })
    return { customer_id, text: `Kia ora, number ${sequence}` }
  }
  return {
    'POST /message/resend': async (_client: Client) => mail('accepted'),
    'POST /message/arrived': async (_client: Client) => mail('unconfirmed'),
    'PUT /message/sms': textMessage,
    'POST /message/sms/preview': textMessage,
  }
}
