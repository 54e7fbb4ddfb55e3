import { hashPassword } from '#server/identity/password-hash.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { daysBefore } from './demo-time.ts'
import type { DemoActor } from './store-rows.ts'

/** What opens the direct debit details of one customer of the demonstration. */
const DEMO_GUARD_CODE = 'frost-480'
const CUSTOMER = 'Bledisloe Cool Stores'
const SET_BY = 'Aroha Tāwhiri'

const SET = sql<
  never,
  [customer: string, code_hash: string, by_id: number, by_name: string, at: Date]
>`with guarded as (
    insert into guardcodes (organisation_id, customer_id, code_hash, set_by_id, set_by_name, set_at)
    select c.organisation_id, c.id, $2, $3, $4, $5 from customers c
    where c.organisation_id = scope_organisation() and c.name = $1
    returning organisation_id, customer_id)
  insert into history (organisation_id, object_class, object_id, action, changes, actor_id,
    actor_name, source, created_at)
  select organisation_id, 'customer', customer_id, 'guard_code_set', '{}', $3, $4, 'screen', $5
  from guarded`

/** A customer who was called by a stranger once, and wants to be asked first. */
export async function storeGuardCode(
  conn: Conn,
  actors: ReadonlyMap<string, DemoActor>,
): Promise<void> {
  const by = actors.get(SET_BY)
  if (!by?.id) return
  const hash = await hashPassword(DEMO_GUARD_CODE)
  await SET.run(conn, CUSTOMER, hash, by.id, by.name, daysBefore(47))
}
