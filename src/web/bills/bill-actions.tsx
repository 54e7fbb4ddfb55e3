import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { atLeast, type Role } from '#domain/access/role.ts'
import { type Bill, bill } from '#domain/bills/bill.ts'
import { billCalls } from '#domain/bills/bill-calls.ts'
import type { BillCheck } from '#domain/bills/bill-checks.ts'
import { billMachine } from '#domain/bills/bill-machine.ts'
import { type AvailableAction, stateOf, transitionOf } from '#domain/kit/machine.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { ActionButton, MoreActions } from '#web/kit/frame/action-buttons.tsx'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { useSession } from '#web/kit/session/session.ts'
import { findingsQuery } from './bill-recalculation-query.ts'

interface Props {
  row: Bill
  actions: readonly AvailableAction[]
  onEdit: () => void
}

const definitions: Record<string, ReasonAction> = {
  approve: {
    title: 'Approve the bill?',
    text: 'It is owed to the supplier from then on and can be paid.',
    button: 'Approve',
    call: billCalls.approve,
    reason: 'none',
  },
  dispute: {
    title: 'Dispute the bill?',
    text: 'It is left out of payments until the dispute is resolved.',
    button: 'Dispute',
    call: billCalls.dispute,
    reason: 'needed',
  },
  resolve: {
    title: 'Resolve the dispute?',
    text: 'The bill is paid like any other again.',
    button: 'Resolve',
    call: billCalls.resolve,
    reason: 'optional',
  },
  replace: {
    title: 'Replace the bill by a corrected one?',
    text: 'This one is cancelled, and a draft with the same figures takes its place to be corrected. The invoice is redone afterwards.',
    button: 'Replace',
    call: billCalls.replace,
    reason: 'needed',
  },
  cancel: {
    title: 'Cancel the bill?',
    text: 'Its entries are taken back.',
    button: 'Cancel bill',
    call: billCalls.cancel,
    reason: 'needed',
    isDanger: true,
  },
}

/** Approving says that the warnings have been looked at, each by its code. */
function approvalOf(checks: readonly BillCheck[]): ReasonAction | null {
  const warnings = checks.filter((check) => check.severity === 'W')
  const notes = warnings.map((check) => check.message)
  const acknowledge = warnings.map((check) => check.code)
  return definitions.approve ? { ...definitions.approve, notes, extra: { acknowledge } } : null
}

const labels: Record<string, string> = {
  update: 'Edit',
  approve: 'Approve',
  dispute: 'Dispute',
  resolve: 'Resolve dispute',
  replace: 'Replace',
  cancel: 'Cancel bill',
  delete: 'Delete',
}
const dangerous = new Set(['cancel', 'delete'])
const likely = ['approve', 'resolve', 'update', 'dispute', 'replace', 'cancel', 'delete']

/** What can be done with the bill, drawn from what the server says is possible. */
export function BillActions({ row, actions, onEdit }: Props) {
  const { role } = useSession()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<ReasonAction | null>(null)
  const findings = useQuery({ ...findingsQuery(row.id), enabled: row.bill_status === 'draft' })
  const shown = actions
    .filter((one) => isShown(one, row, role))
    .sort((a, b) => likely.indexOf(a.action) - likely.indexOf(b.action))
  const buttons = shown.filter((one) => !dangerous.has(one.action))
  const rest = shown.filter((one) => dangerous.has(one.action))
  const main = buttons.find((one) => one.allowed)
  async function start(action: string) {
    if (action === 'update') return onEdit()
    if (action === 'approve') return setAsked(approvalOf(findings.data?.validations ?? []))
    if (action !== 'delete') return setAsked(definitions[action] ?? null)
    const name = row.supplier_statement_number ?? `Bill ${row.id}`
    if (await removeRows(bill, [row.id], name)) void navigate('/app/invoices')
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
