import { customer } from '#domain/customers/customer.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { readableMessage } from './billing-rows.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { silentSms } from './gateways.ts'
import { bulkCallsOf } from './ready-bulk.ts'
import { silentMail } from './smtp-sink.ts'
import type { World } from './world.ts'

let sequence = 0

const trial = { context: 'customer', subject: 'Hello', text_base: 'Kia ora {{customer_name}}' }

/** What calls about mail need before they do something: one that has left, or may have. */
export function messageCallsOf(world: World) {
  world.config.smtpUrl ??= silentMail
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
  const thread = async (sender: string | null) => {
    sequence += 1
    const [organisation_id] = world.organisations
    return world.database.write({ organisation_id, user_id: null }, async (conn) => {
      const [row] = await conn.query<{ id: number; customer_id: number }>(
        `insert into messages (organisation_id, type, direction, text_plain, status, sender,
           customer_id)
         select $1, 'email', 'in', 'Kia ora', 'received', $2::text,
           case when $2::text is null then c.id end
         from (select max(id) as id from customers where deleted_at is null) c
         returning thread_id as id, (select max(id) from customers where deleted_at is null)
           as customer_id`,
        [organisation_id, sender],
      )
      return row ?? { id: 0, customer_id: 0 }
    })
  }
  const known = async (client: Client) => {
    await readableMessage(client)
    return { id: (await thread(null)).id }
  }
  const draft = async (client: Client) => {
    const { customer_id } = await readableMessage(client)
    const body = { type: 'email', customer_id, subject: 'Kia ora', text_plain: 'Your new rates' }
    const { id, version } = (await client.put('/message', body)).body.data
    return { id, version }
  }
  /** To a gateway that nobody runs: what is written waits. */
  const textMessage = async (client: Client) => {
    sequence += 1
    const [organisation_id] = world.organisations
    world.config.channels = { organisations: [{ organisation_id, sms: silentSms }] }
    await world.database.write({ organisation_id, user_id: null }, (conn) =>
      conn.query(`insert into organisationconfigs (organisation_id, name, value)
        select scope_organisation(), 'sms_sender_service', '"4321"'::jsonb where not exists
          (select from organisationconfigs where name = 'sms_sender_service')`),
    )
    const phone_mobile = `+6421556${String(sequence).padStart(4, '0')}`
    const { id: customer_id } = await makeRow(client, customer, { phone_mobile })
    return { customer_id, text: `Kia ora, number ${sequence}` }
  }
  async function stranger(client: Client) {
    await readableMessage(client)
    return thread(`stranger${sequence}@example.co.nz`)
  }
  return {
    ...bulkCallsOf(),
    'POST /message': async (client: Client) => ({ ...(await draft(client)), text_plain: 'Others' }),
    'DELETE /message': async (client: Client) => ({ id: (await draft(client)).id }),
    'DELETE /messages': async (client: Client) => ({ ids: [(await draft(client)).id] }),
    'POST /message/send': async (client: Client) => ({ id: (await draft(client)).id }),
    'POST /message/takeback': async (client: Client) => {
      const { id } = await draft(client)
      await client.post('/message/send', { id })
      return { id }
    },
    'POST /thread/assign': async (client: Client) => ({ ...(await known(client)), staff_id: null }),
    'POST /thread/snooze': async (client: Client) => ({
      ...(await known(client)),
      until: new Date(Date.now() + 86_400_000).toISOString(),
    }),
    'POST /thread/done': known,
    'POST /thread/read': known,
    'POST /thread/match': stranger,
    'POST /thread/enquiry': async (client: Client) => ({ id: (await stranger(client)).id }),
    'POST /thread/junk': async (client: Client) => ({
      id: (await stranger(client)).id,
      is_junk: true,
    }),
    'POST /message/resend': async (_client: Client) => mail('accepted'),
    'POST /messagetemplate/preview': async () => trial,
    'POST /messagetemplate/trial': async () => trial,
    'POST /message/arrived': async (_client: Client) => mail('unconfirmed'),
    'PUT /message/sms': textMessage,
    'POST /message/sms/preview': textMessage,
  }
}
