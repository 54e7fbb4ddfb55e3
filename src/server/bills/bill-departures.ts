import { type Bill, bill } from '#domain/bills/bill.ts'
import type { BillCheck } from '#domain/bills/bill-checks.ts'
import type { LeavingRow } from '#domain/messaging/departure/departure.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { obstacleOf } from '#server/messaging/departure/obstacle.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { approveBill } from './approve-bill.ts'

interface FoundBill
  extends Pick<Bill, 'bill_status' | 'invoice_id' | 'is_disputed' | 'deleted_at'> {
  id: number
  version: number
  supplier_id: number | null
  supplier: string | null
  number: string | null
  due_total: string | null
  validations: BillCheck[]
  acknowledged: string[]
}

const BILLS = sql<FoundBill, [ids: readonly number[]]>`
  select b.id, b.version, b.supplier_id, s.name as supplier, b.supplier_statement_number as number,
    b.due_total::text, b.bill_status, b.invoice_id, b.is_disputed, b.deleted_at,
    coalesce(b.validations, '[]') as validations, coalesce(b.acknowledged, '[]') as acknowledged
  from bills b left join suppliers s on s.id = b.supplier_id where b.id = any($1)
  order by s.name, b.id`

function rowOf(ctx: Context, found: FoundBill): LeavingRow {
  const { id, version, supplier_id, supplier, number, due_total, validations, ...row } = found
  const errors = validations.filter(({ severity }) => severity === 'E')
  const warnings = validations.filter(
    ({ severity, code }) => severity === 'W' && !row.acknowledged.includes(code),
  )
  const wrong = errors.map(({ message }) => message).join(' ')
  return {
    ...{ id, version, party_id: supplier_id, party: supplier ?? 'No supplier' },
    name: number ?? `Bill ${id}`,
    amount: due_total,
    recipients: [],
    warnings: warnings.map(({ code, message }) => ({ code, message })),
    obstacle: obstacleOf(ctx, bill, 'approve', row) ?? (wrong || null),
    left_out: null,
  }
}

/** Suppliers' bills that are owed from then on. Nothing of that leaves the house. */
export const billDepartures = {
  bill_approve: {
    rows: async (ctx, conn, ids) => {
      const found = await BILLS.all(conn, ids)
      if (found.length < ids.length) throw notFound(bill)
      return found.map((one) => rowOf(ctx, one))
    },
    leave: async (ctx, conn, row, { acknowledge }) => {
      await approveBill(ctx, conn, { ...row, acknowledge })
      return null
    },
  },
} satisfies Record<string, DepartureOffice>
