import { readableMessage } from './billing-rows.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

/** What calls about chats need before they do something: a customer who has written to us. */
export function chatCalls(world: World) {
  return {
    'POST /messages/read': async (client: Client) => {
      const { customer_id } = await readableMessage(client)
      const [organisation_id] = world.organisations
      await world.database.write({ organisation_id, user_id: null }, (conn) =>
        conn.query(
          `insert into messages (organisation_id, type, direction, text_plain, status, customer_id)
           values ($1, 'chat', 'in', 'Kia ora?', 'delivered', $2)`,
          [organisation_id, customer_id],
        ),
      )
      return { customer_id }
    },
  }
}
