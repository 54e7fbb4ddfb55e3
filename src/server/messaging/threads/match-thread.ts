import type { CheckedOf } from '#domain/kit/call.ts'
import { message } from '#domain/messaging/message.ts'
import { type Thread, thread } from '#domain/messaging/thread.ts'
import type { threadCalls } from '#domain/messaging/thread-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { TOLD_ANEW, WAITS_THERE } from './tell-thread.ts'

type Party = [customer_id: number | null, supplier_id: number | null, partner_id: number | null]

const TARGET = sql<{ id: number }, Party>`
  select thread_for(scope_organisation(), $1, $2, $3, null) as id`

const MOVE = sql<never, [thread_id: number, target_id: number, ...Party]>`
  update messages set thread_id = $2, customer_id = $3::bigint, supplier_id = $4, partner_id = $5,
    reference_object = case when $3::bigint is not null then 'customer' end,
    reference_id = $3::bigint::integer, version = version + 1, modified_at = clock_timestamp()
  where thread_id = $1`

// What came with it while nobody knew whose it was; a file of somebody else stays theirs.
const GIVE_FILES = sql<never, [thread_id: number, ...Party]>`
  update files f set reference_object = case when $2::bigint is not null then 'customer'
      when $3::bigint is not null then 'supplier' else 'partner' end,
    reference_id = coalesce($2::bigint, $3::bigint, $4::bigint)::integer,
    version = version + 1, modified_at = clock_timestamp()
  where f.reference_object is null
    and f.id in (select unnest(m.file_ids) from messages m where m.thread_id = $1)`

// The thread that is left has nothing in it any more, and says where it went.
const EMPTIED = sql<never, [thread_id: number, target_id: number]>`update threads
  set unread = 0, last_words = null, last_id = null, waiting_since = null, waited_since = null,
    snoozed_until = null, joined_id = $2 where id = $1`

const REMEMBER = sql<never, [address: string, ...Party]>`
  insert into contactaddresses (organisation_id, address, customer_id, supplier_id, partner_id)
  values (scope_organisation(), lower($1), $2, $3, $4)
  on conflict (organisation_id, address) do update set customer_id = excluded.customer_id,
    supplier_id = excluded.supplier_id, partner_id = excluded.partner_id`

/** What an unknown address wrote and sent along is of whom it belongs to, now and from now on. */
export function threadMatcher(catalogue: Catalogue) {
  return async (
    ctx: Context,
    conn: Conn,
    { remember = true, ...asked }: CheckedOf<typeof threadCalls.match>,
  ): Promise<Written<typeof thread>> => {
    const { customer_id = null, supplier_id = null, partner_id = null, id, version } = asked
    const owner = { customer_id, supplier_id, partner_id }
    const party: Party = [customer_id, supplier_id, partner_id]
    const request = { id, version, despiteHolder: true }
    let state: Thread['state'] = 'done'
    const from = await transition(ctx, conn, thread, 'match', request, async ({ row }) => {
      await checkAgainstOthers(ctx, conn, message, owner, catalogue)
      state = row.state
      return { state: 'done' as const }
    })
    const target = await TARGET.one(conn, ...party)
    if (!target) throw new Error('A party has a thread.')
    await GIVE_FILES.run(conn, id, ...party)
    await MOVE.run(conn, id, target.id, ...party)
    await WAITS_THERE.run(conn, id, target.id, state)
    await EMPTIED.run(conn, id, target.id)
    await TOLD_ANEW.run(conn, target.id)
    const { address } = from.row
    if (remember && address) await REMEMBER.run(conn, address, ...party)
    return rowNow(ctx, conn, thread, target.id)
  }
}
