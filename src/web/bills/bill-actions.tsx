import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { atLeast, type Role } from '#domain/access/role.ts'
import { type Bill, bill } from '#domain/bills/bill.ts'
import { billMachine } from '#domain/bills/bill-machine.ts'
import { type AvailableAction, stateOf, transitionOf } from '#domain/kit/machine.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { ActionButton, MoreActions } from '#web/kit/frame/action-buttons.tsx'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { useSession } from '#web/kit/session/session.ts'
import { approvalOf, billActions, waysOf } from './bill-action-definitions.ts'
import { findingsQuery } from './bill-recalculation-query.ts'

interface Props {
  row: Bill
  actions: readonly AvailableAction[]
  onEdit: () => void
}

const labels: Record<string, string> = {
  update: 'Edit',
  delete: 'Delete',
  ...Object.fromEntries(Object.entries(billActions).map(([name, { button }]) => [name, button])),
}
const dangerous = new Set(['cancel', 'delete'])
const rare = new Set(['dispute, paying', 'replace', 'refund', 'refund, as credit'])
const likely = [
  'approve',
  'approve, disputing',
  'resolve',
  'update',
  'dispute',
  ...rare,
  ...dangerous,
]

/** What can be done with the bill, drawn from what the server says is possible. */
export function BillActions({ row, actions, onEdit }: Props) {
  const { role } = useSession()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<ReasonAction | null>(null)
  const findings = useQuery({ ...findingsQuery(row.id), enabled: row.bill_status === 'draft' })
  const checks = findings.data?.validations ?? []
  const possible = actions.filter((one) => isShown(one, row, role))
  const shown = waysOf(possible, checks).sort(
    (a, b) => likely.indexOf(a.action) - likely.indexOf(b.action),
  )
  const isBeside = ({ action }: AvailableAction) => dangerous.has(action) || rare.has(action)
  const buttons = shown.filter((one) => !isBeside(one))
  const rest = shown.filter(isBeside)
  const main = buttons.find((one) => one.allowed)
  async function start(action: string) {
    if (action === 'update') return onEdit()
    if (action.startsWith('approve')) return setAsked(approvalOf(action, checks))
    if (action !== 'delete') return setAsked(billActions[action] ?? null)
    const name = row.supplier_statement_number ?? `Bill ${row.id}`
    if (await removeRows(bill, [row.id], name)) void navigate('/app/bills')
  }
  return (
    <>
      <ReasonDialog
        action={asked}
        row={row}
        onClose={() => setAsked(null)}
        refresh={forgetMoney}
        onDone={(data) => {
          // What takes its place is another bill.
          if (data.id !== row.id) void navigate(`/app/bill/edit?id=${data.id}`)
        }}
      />
      <MoreActions
        actions={rest.map((one) => ({ ...one, label: labels[one.action] ?? one.action }))}
        dangerous={dangerous}
        onStart={start}
      />
      {[...buttons].reverse().map((one) => (
        <ActionButton
          key={one.action}
          action={one}
          label={labels[one.action] ?? one.action}
          isMain={one === main}
          onStart={start}
        />
      ))}
    </>
  )
}

function isShown({ action }: AvailableAction, row: Bill, role: Role): boolean {
  if (!(action in labels)) return false
  if (action === 'dispute' && row.is_disputed) return false
  if (action === 'resolve' && !row.is_disputed) return false
  const line = transitionOf(billMachine, action, stateOf(billMachine, { ...row }))
  return line !== undefined && atLeast(role, line.who)
}
