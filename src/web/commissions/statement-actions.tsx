import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import type { AvailableAction } from '#domain/kit/machine.ts'
import { askToDelete } from '#web/kit/dialogs/ask.tsx'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { ActionButton, MoreActions } from '#web/kit/frame/action-buttons.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { removeCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import {
  type StatementAction,
  statementActions,
  statementButtons,
} from './statement-action-definitions.ts'
import { PayDialog, ResendDialog, SendDialog, TaxInvoiceDialog } from './statement-dialogs.tsx'
import { forgetStatements } from './statement-query.ts'

interface Props {
  row: CommissionStatement & { version: number }
  actions: readonly AvailableAction[]
}

const dangerous = new Set(['cancel', 'delete'])
const rare = new Set<string>(['resend', 'taxinvoice', ...dangerous])
const main = new Set(['send', 'pay'])
const dialogs = {
  send: SendDialog,
  resend: ResendDialog,
  pay: PayDialog,
  taxinvoice: TaxInvoiceDialog,
}

const isDialog = (action: string | null): action is keyof typeof dialogs =>
  action !== null && action in dialogs

/** What can be done with a statement where it stands; what can't says why. */
export function StatementActions({ row, actions }: Props) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<string | null>(null)
  const labels = Object.keys(statementButtons) as StatementAction[] // Its keys are the actions.
  const shown = labels.flatMap((action) => {
    const one = actions.find((available) => available.action === action)
    // A tax invoice of theirs is not spoken of where none is expected.
    if (!one || (action === 'taxinvoice' && !one.allowed)) return []
    return [{ ...one, label: statementButtons[action] }]
  })
  async function start(action: string) {
    if (action !== 'delete') return setAsked(action)
    const isSure = await askToDelete('Draft statement', 'What stands on it waits for the next one.')
    if (!isSure) return
    try {
      toast((await send(removeCall(commissionstatement), { id: row.id })).message)
      void navigate('/app/commissionstatements')
    } catch (cause) {
      toastProblem(cause)
    } finally {
      void forgetStatements()
    }
  }
  const onClose = () => setAsked(null)
  const Asking = isDialog(asked) ? dialogs[asked] : null
  return (
    <>
      <ReasonDialog
        action={asked === null ? null : (statementActions[asked] ?? null)}
        row={row}
        onClose={onClose}
        refresh={forgetStatements}
      />
      {Asking && <Asking row={row} onClose={onClose} />}
      <MoreActions
        actions={shown.filter((one) => rare.has(one.action))}
        dangerous={dangerous}
        onStart={start}
      />
      {shown
        .filter((one) => !rare.has(one.action))
        .map((one) => (
          <ActionButton
            key={one.action}
            action={one}
            label={one.label}
            isMain={main.has(one.action)}
            onStart={start}
          />
        ))}
    </>
  )
}
