import type { CollectLine } from '#domain/directdebit/directdebit-calls.ts'
import { collectCalls } from '#domain/directdebit/directdebit-calls.ts'
import { mandate } from '#domain/directdebit/mandate.ts'
import { usableMandates } from '#domain/directdebit/provider-words.ts'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import type { Entity, Row } from '#domain/kit/entity.ts'
import type { Params } from '#web/kit/session/api.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { byCustomer } from './batches.ts'

// An address takes so many ids.
const IDS_AT_ONCE = 200

/** Invoices that are open, of customers with an authority that can be used; each customer's together. */
export async function collectableInvoices(): Promise<number[][]> {
  const authorised = await everyRow(mandate, {
    is_current: true,
    'mandate_status.in': usableMandates.join(','),
    fields: 'id,customer_id',
  })
  const customers = authorised.map(({ customer_id }) => customer_id)
  const pages: Pick<Invoice, 'id' | 'customer_id'>[] = []
  for (const some of chunks(customers, IDS_AT_ONCE)) {
    const open = await everyRow(invoice, {
      'customer_id.in': some.join(','),
      invoice_status: 'invoiced',
      'balance.gt': '0',
      fields: 'id,customer_id',
    })
    pages.push(...open)
  }
  return byCustomer(pages)
}

/** Invoices that somebody chose, wherever they stand in the list; each customer's together. */
export async function chosenInvoices(ids: readonly number[]): Promise<number[][]> {
  const pages: Pick<Invoice, 'id' | 'customer_id'>[] = []
  for (const some of chunks(ids, IDS_AT_ONCE))
    pages.push(...(await everyRow(invoice, { 'id.in': some.join(','), fields: 'id,customer_id' })))
  return byCustomer(pages)
}

async function everyRow<E extends Entity>(entity: E, params: Params): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  let cursor: string | null | undefined
  do {
    const page = await send(listCall<E>(entity), listInput({ ...params, limit: 500, cursor }))
    rows.push(...page.data)
    cursor = page.info.next_cursor
  } while (cursor)
  return rows
}

/** Looks at many, or collects them; however many there are, each call takes one batch. */
export async function collectEach(
  batches: readonly (readonly number[])[],
  dry_run: boolean,
  onProgress: (done: number) => void,
): Promise<CollectLine[]> {
  const lines: CollectLine[] = []
  for (const some of batches) {
    lines.push(...(await send(collectCalls.collectMany, { ids: [...some], dry_run })).data)
    onProgress(lines.length)
  }
  return lines
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}
