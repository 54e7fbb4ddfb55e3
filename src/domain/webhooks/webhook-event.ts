import { bill } from '#domain/bills/bill.ts'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { billpayment, invoicepayment } from '#domain/payments/payment.ts'

/** What other systems may be told of. States are those of the machines, and no second list. */
export const toldEntities: readonly Entity[] = [
  customer,
  contract,
  invoice,
  invoicepayment,
  bill,
  billpayment,
]

/** Every event there is, as in customer.changed and invoice.paid. */
export const webhookEvents: readonly string[] = toldEntities.flatMap(({ name, machine }) => [
  `${name}.created`,
  ...(machine ? machine.states.map((state) => `${name}.${state}`) : [`${name}.changed`]),
  `${name}.deleted`,
])

/** Sent when somebody tries a webhook; nobody chooses it. */
export const TEST_EVENT = 'webhook.test'

/** What the database noted of a row. */
export interface Happening {
  object_class: string
  object_id: number
  object_version: number
  happened: 'created' | 'changed' | 'deleted' | 'state'
  state: string | null
  created_at: string
}

export function typeOf({ object_class, happened, state }: Happening): string {
  return `${object_class}.${happened === 'state' ? state : happened}`
}

/** What is sent: ids and states. Whoever may see more asks the API for it. */
export interface WebhookMessage {
  id: string
  type: string
  timestamp: string
  organisation_id: number
  object: { class: string; id: number; version: number; state: string | null }
}

export function messageOf(id: string, organisation_id: number, told: Happening): WebhookMessage {
  const { object_class, object_id, object_version: version, state } = told
  return {
    id,
    type: typeOf(told),
    timestamp: told.created_at,
    organisation_id,
    object: { class: object_class, id: object_id, version, state },
  }
}
