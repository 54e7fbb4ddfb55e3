import { Button } from '@mantine/core'
import { IconCash, IconEye, IconSend } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { atLeast, type Role } from '#domain/access/role.ts'
import { sentStatuses } from '#domain/books/counted-statuses.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceDocumentCalls } from '#domain/invoices/invoice-document-calls.ts'
import { invoiceMachine } from '#domain/invoices/invoice-machine.ts'
import { type AvailableAction, stateOf, transitionOf } from '#domain/kit/machine.ts'
import { cents } from '#domain/kit/money.ts'
import { ActionButton, MoreActions } from '#web/kit/frame/action-buttons.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { CreditDialog } from './credit-dialog.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { type DialogAction, dialogActions } from './invoice-dialog-definitions.ts'
import { LaterDialog } from './later-dialog.tsx'
import { openDocument } from './open-document.ts'
import { removeDraft } from './remove-draft.ts'

interface Props {
  row: Invoice
  actions: readonly AvailableAction[]
  onEdit: () => void
}

// In order of likelihood; a button each as far as there is room.
const likely = [
  'approveAndSend',
  'approve',
  'send',
  'remind',
  'recalculate',
  'update',
  'release',
  'grantppd',
  'revokeppd',
  'waivefee',
  'writeoff',
  'hold',
  'credit',
  'redo',
  'draft',
  'cancel',
  'delete',
]
const buttonsAtMost = 4
const dangerous = new Set(['cancel', 'delete', 'writeoff'])
const inMenu = new Set([...dangerous, 'credit', 'redo', 'hold', 'draft', 'revokeppd'])

/** What can be done with the invoice, drawn from what the server says is possible. */
export function InvoiceActions({ row, actions, onEdit }: Props) {
  const { role } = useSession()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<DialogAction | null>(null)
  const [isLater, setIsLater] = useState(false)
  const [isCredit, setIsCredit] = useState(false)
  const isDraft = row.invoice_status === 'draft'
  const possible = withSending(actions).filter((one) => isShown(one, row, role))
  const shown = inOrder([...possible, ...creditOf(row)])
  // A copy of what went out is seldom wanted.
  const isOut = row.invoiced_at !== null
  const isButton = ({ action }: AvailableAction) =>
    !inMenu.has(action) && (isDraft || action !== 'update') && (!isOut || action !== 'send')
  const buttons = shown.filter(isButton).slice(0, buttonsAtMost)
  const rest = shown.filter((one) => !buttons.includes(one))
  const isOwed = row.invoice_status === 'invoiced' && atLeast(role, 'accounting')
  const main = isOwed ? undefined : buttons.find((one) => one.allowed)
  async function start(action: string) {
    const asked = dialogActions.find((one) => one === action)
    if (asked) setDialog(asked)
    else if (action === 'credit') setIsCredit(true)
    else if (action === 'update') isDraft ? onEdit() : setIsLater(true)
    else if (await removeDraft(row, nameOf(row))) void navigate('/app/invoices')
  }
  return (
    <>
      <LaterDialog isOpen={isLater} row={row} onClose={() => setIsLater(false)} />
      <CreditDialog isOpen={isCredit} row={row} onClose={() => setIsCredit(false)} />
      <InvoiceDialog action={dialog} row={row} onClose={() => setDialog(null)} />
      <MoreActions
        actions={rest.map((one) => ({ ...one, label: labelOf(one.action, row) }))}
        dangerous={dangerous}
        onStart={start}
      />
      <Preview id={row.id} />
      {[...buttons].reverse().map((one) => (
        <ActionButton
          key={one.action}
          action={one}
          label={labelOf(one.action, row)}
          icon={icons[one.action]}
          isMain={one === main}
          onStart={start}
        />
      ))}
      {isOwed && (
        <Button
          component={Link}
          to={paymentPath(row)}
          leftSection={<IconCash size={15} aria-hidden />}
        >
          Record payment
        </Button>
      )}
    </>
  )
}

/** With all that is known of it; afterwards one is back here. */
const paymentPath = ({ id, customer_id, balance }: Invoice) =>
  `/app/invoicepayment?customer_id=${customer_id}&invoice_id=${id}&amount=${balance}&from=invoice`

/** The document as it went out, or as it would. */
function Preview({ id }: { id: number }) {
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={15} aria-hidden />}
      onClick={() => void openDocument(invoiceDocumentCalls.document, { id })}
    >
      Preview
    </Button>
  )
}

const icons: Record<string, ReactNode> = {
  approveAndSend: <IconSend size={15} aria-hidden />,
  send: <IconSend size={15} aria-hidden />,
}

/** Approving and sending in one go is possible where approving is. */
function withSending(actions: readonly AvailableAction[]): AvailableAction[] {
  const approve = actions.find((one) => one.action === 'approve')
  return approve ? [...actions, { ...approve, action: 'approveAndSend' }] : [...actions]
}

/** Whatever went out and asked for money can be given back. */
function creditOf(row: Invoice): AvailableAction[] {
  const isSent = sentStatuses.some((status) => status === row.invoice_status)
  const isOwed = cents(row.discounted_total_this_period ?? '0.00') > 0
  if (!isSent || !isOwed) return []
  return [{ action: 'credit', allowed: true }]
}

/** What a role can never do is not shown; what only stands in the way now says why. */
function isShown({ action, allowed }: AvailableAction, row: Invoice, role: Role): boolean {
  if (row.deleted_at) return action === 'draft'
  if (action === 'release' && !row.is_held) return false
  if (action === 'hold' && row.is_held) return false
  if (action === 'grantppd' && (row.ppd_granted || row.ppd_state !== 'lost')) return false
  if (action === 'revokeppd' && !row.ppd_granted) return false
  if (action === 'waivefee' && !row.has_late_fee) return false
  // A numbered draft is cancelled, one without a number deleted: only one of the two is offered.
  if (row.invoice_status === 'draft' && dangerous.has(action) && !allowed) return false
  const name = action === 'approveAndSend' ? 'approve' : action
  const line = transitionOf(invoiceMachine, name, stateOf(invoiceMachine, { ...row }))
  return line !== undefined && atLeast(role, line.who)
}

function inOrder(actions: AvailableAction[]): AvailableAction[] {
  const place = ({ action }: AvailableAction) => (likely.indexOf(action) + 100) % 100
  return [...actions].sort((a, b) => place(a) - place(b))
}

export function nameOf(row: Pick<Invoice, 'invoice_number' | 'id'>): string {
  return row.invoice_number ?? `Draft ${row.id}`
}

function labelOf(action: string, row: Invoice): string {
  if (action === 'send' && row.invoice_status !== 'approved') return 'Send a copy'
  if (action === 'update' && row.invoice_status !== 'draft') return 'Give more time'
  return labels[action] ?? action
}

const labels: Record<string, string> = {
  approve: 'Approve',
  approveAndSend: 'Approve and Send',
  send: 'Send',
  remind: 'Remind',
  hold: 'Hold',
  release: 'Release',
  grantppd: 'Grant discount',
  revokeppd: 'Revoke discount',
  writeoff: 'Write off',
  waivefee: 'Waive late fee',
  recalculate: 'Recalculate',
  draft: 'Back to draft',
  update: 'Edit',
  credit: 'Credit note',
  redo: 'Redo',
  cancel: 'Cancel invoice',
  delete: 'Delete',
}
