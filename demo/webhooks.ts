import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type FieldKeys, seal } from '#server/kit/rows/seal.ts'
import { daysBefore } from './demo-time.ts'

const HOOK = sql<{ id: number }, [organisation_id: number, since: Date, off: Date]>`insert into
  webhooks (organisation_id, name, url, events, is_active, failing_since, switched_off_at,
    created_at, modified_at)
  values ($1, 'Old warehouse', 'https://warehouse.example.co.nz/hooks/switchboard',
    '{contract.active,contract.ended,invoice.paid}', false, $2, $3,
    $2::timestamptz - interval '200 days', $3) returning id`
const SECRET = sql<
  never,
  [organisation_id: number, webhook_id: number, secret: string, at: Date]
>`insert into webhook_secrets (organisation_id, webhook_id, secret, created_at)
  values ($1, $2, $3, $4)`
const DELIVERY = sql<
  never,
  [
    organisation_id: number,
    webhook_id: number,
    message_id: string,
    object_id: number,
    delivery_status: string,
    attempts: number,
    at: Date,
    status: number | null,
    ms: number,
    answer: string,
  ]
>`insert into webhook_deliveries (organisation_id, webhook_id, message_id, type, object_class,
    object_id, body, delivery_status, attempts, next_at, created_at, tried_at, answer_status,
    answer_ms, answer)
  values ($1, $2, $3, 'webhook.test', 'webhook', $4, jsonb_build_object('id', $3::text,
    'type', 'webhook.test', 'timestamp', $7::timestamptz, 'organisation_id', $1::bigint,
    'object', jsonb_build_object('class', 'webhook', 'id', $4::bigint, 'version', 1,
      'state', null))::text, $5, $6, $7, $7, $7, $8, $9, $10)`

/** A system that was shut down without a word: its webhook was switched off. It calls nobody. */
export async function storeWebhooks(target: {
  conn: Conn
  organisation_id: number
  key: FieldKeys
}): Promise<void> {
  const { conn, organisation_id, key } = target
  const hook = await HOOK.one(conn, organisation_id, daysBefore(12), daysBefore(9))
  if (!hook) return
  const secret = `whsec_${Buffer.from('a secret of the demonstration').toString('base64')}`
  const sealed = seal(key, secret).replace(/^[^|]*/, '')
  await SECRET.run(conn, organisation_id, hook.id, sealed, daysBefore(212))
  const tell = (name: string, days: number, status: string, tries: number) => {
    const isDone = status === 'delivered'
    const answer = isDone ? 'ok' : 'Nobody could be reached there (ECONNREFUSED).'
    const at = daysBefore(days)
    const id = `msg_demonstration_${organisation_id}_${name}`
    const code = isDone ? 200 : null
    return DELIVERY.run(
      conn,
      organisation_id,
      hook.id,
      id,
      hook.id,
      status,
      tries,
      at,
      code,
      isDone ? 84 : 3,
      answer,
    )
  }
  await tell('first', 14, 'delivered', 1)
  await tell('second', 12, 'failed', 11)
}
