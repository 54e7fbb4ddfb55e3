import { useState } from 'react'
import { useNavigate } from 'react-router'
import { atLeast, type Role } from '#domain/access/role.ts'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { contractMachine } from '#domain/contracts/contract-machine.ts'
import { type AvailableAction, stateOf, transitionOf } from '#domain/kit/machine.ts'
import { ActionButton, MoreActions } from '#web/kit/frame/action-buttons.tsx'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useRateChange } from './change-rates-state.ts'
import { ContractDialog, type DialogAction, isDialogAction } from './contract-dialog.tsx'

interface Props {
  row: Contract
  actions: readonly AvailableAction[]
}

// In order of likelihood; what is not named here comes last.
const likely = [
  'accept',
  'send',
  'unlock',
  'addrateupdates',
  'update',
  'activate',
  'restore',
  'duplicate',
  'billedelsewhere',
  'undo',
  'lock',
  'cancel',
  'delete',
]
const buttonsAtMost = 3
// Reached by the wizard, which asks for the side itself.
const folded = new Set(['addsupplierrateupdates'])
const dangerous = new Set(['cancel', 'delete'])

/** What can be done with the contract, drawn from what the server says is possible. */
export function ContractActions({ row, actions }: Props) {
  const { role } = useSession()
  const run = useRun(row)
  const [dialog, setDialog] = useState<DialogAction | null>(null)
  if (row.deleted_at) return null
  const shown = inOrder(offered(actions, row).filter((one) => isShown(one, row, role)))
  const buttons = shown.filter((one) => !dangerous.has(one.action)).slice(0, buttonsAtMost)
  const rest = shown.filter((one) => !buttons.includes(one))
  const main = buttons.find((one) => one.allowed)
  const start = (action: string) => {
    if (isDialogAction(action)) setDialog(action)
    else void run(action)
  }
  return (
    <>
      <ContractDialog action={dialog} row={row} onClose={() => setDialog(null)} />
      <MoreActions
        actions={rest.map((one) => ({ ...one, label: labelOf(one.action, row) }))}
        dangerous={dangerous}
        onStart={start}
      />
      {[...buttons].reverse().map((one) => (
        <ActionButton
          key={one.action}
          action={one}
          label={labelOf(one.action, row)}
          isMain={one === main}
          onStart={start}
        />
      ))}
    </>
  )
}

/** Actions that lead elsewhere or ask in their own way. */
function useRun(row: Contract) {
  const navigate = useNavigate()
  const [, setChange] = useRateChange()
  return async (action: string) => {
    if (action === 'update') void navigate(`/app/contract/edit?id=${row.id}`)
    if (action === 'addrateupdates') void setChange('sell')
    if (action !== 'delete') return
    if (await removeRows(contract, [row.id], row.contract_number ?? ''))
      void navigate('/app/contracts')
  }
}

/** Until its first invoice a contract can still be said to have been billed elsewhere. */
function offered(actions: readonly AvailableAction[], row: Contract): AvailableAction[] {
  const isOpen = row.billed_to_date === row.billed_elsewhere_date
  const update = actions.find((one) => one.action === 'update')
  return isOpen && update ? [...actions, { ...update, action: 'billedelsewhere' }] : [...actions]
}

/** What a role can never do is not shown; what stands in the way now is, with its reason. */
function isShown({ action }: AvailableAction, row: Contract, role: Role): boolean {
  if (folded.has(action)) return false
  if (action === 'lock' && row.is_locked) return false
  if (action === 'unlock' && !row.is_locked) return false
  const state = stateOf(contractMachine, { ...row })
  if (action === 'billedelsewhere') return state === 'draft' || atLeast(role, 'accounting')
  const line = transitionOf(contractMachine, action, state)
  return line !== undefined && atLeast(role, line.who)
}

function inOrder(actions: AvailableAction[]): AvailableAction[] {
  const place = ({ action }: AvailableAction) => (likely.indexOf(action) + 100) % 100
  return [...actions].sort((a, b) => place(a) - place(b))
}

function labelOf(action: string, row: Contract): string {
  if (action === 'send' && row.contract_status === 'offered') return 'Send again'
  return labels[action] ?? action
}

const labels: Record<string, string> = {
  update: 'Edit',
  send: 'Send',
  accept: 'Record acceptance',
  activate: 'Activate',
  addrateupdates: 'Change rates',
  undo: 'Take back last rates',
  lock: 'Lock',
  unlock: 'Unlock',
  cancel: 'Cancel contract',
  restore: 'Restore',
  duplicate: 'Duplicate',
  billedelsewhere: 'Billed elsewhere…',
  delete: 'Delete',
}
