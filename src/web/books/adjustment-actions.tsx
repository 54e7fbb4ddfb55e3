import { Button } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Adjustment } from '#domain/books/adjustment.ts'
import { adjustmentCalls } from '#domain/books/adjustment-calls.ts'
import type { AvailableAction } from '#domain/kit/machine.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { ActionButton, MoreActions } from '#web/kit/frame/action-buttons.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { forgetMoney } from './forget-money.ts'

const definitions: Record<string, ReasonAction> = {
  remind: {
    title: 'Send a reminder?',
    text: 'The customer gets an email: what is overdue, what it is for and how to pay it.',
    button: 'Remind',
    call: adjustmentCalls.remind,
    reason: 'none',
  },
  hold: {
    title: 'Hold the adjustment?',
    text: 'It is not asked for, and money that does not name it passes it by.',
    button: 'Hold',
    call: adjustmentCalls.hold,
    reason: 'needed',
  },
  release: {
    title: 'Release the adjustment?',
    text: 'It is asked for again, and the customer gets back the days that were left.',
    button: 'Release',
    call: adjustmentCalls.release,
    reason: 'optional',
  },
  writeoff: {
    title: 'Write off the rest?',
    text: 'What is still owed is given up. Money that names it after all undoes that first.',
    button: 'Write off',
    call: adjustmentCalls.writeoff,
    reason: 'needed',
    isDanger: true,
  },
  reverse: {
    title: 'Reverse the adjustment?',
    text: 'It is booked back whole. That works while no money lies on it and none of it is used.',
    button: 'Reverse',
    call: adjustmentCalls.reverse,
    reason: 'needed',
    isDanger: true,
  },
}
const dangerous = new Set(['writeoff', 'reverse'])

interface Props {
  row: Adjustment
  actions: readonly AvailableAction[]
}

/** What can be done with an adjustment, drawn from what the server says is possible. */
export function AdjustmentActions({ row, actions }: Props) {
  const { role } = useSession()
  const [asked, setAsked] = useState<ReasonAction | null>(null)
  const mayBook = atLeast(role, 'accounting')
  // What cannot be now, such as releasing what is not held, is no button.
  const shown = actions.flatMap((one) => {
    const definition = definitions[one.action]
    const isNow = one.allowed || dangerous.has(one.action)
    // Whoever never moves money is not shown the buttons for it.
    const isTheirs = one.action === 'remind' || mayBook
    return definition && isNow && isTheirs ? [{ ...one, label: definition.button }] : []
  })
  const start = (action: string) => setAsked(definitions[action] ?? null)
  return (
    <>
      <ReasonDialog action={asked} row={row} onClose={() => setAsked(null)} refresh={forgetMoney} />
      <MoreActions
        actions={shown.filter((one) => dangerous.has(one.action))}
        dangerous={dangerous}
        onStart={start}
      />
      {shown
        .filter((one) => !dangerous.has(one.action))
        .map((one) => (
          <ActionButton
            key={one.action}
            action={one}
            label={one.label}
            isMain={false}
            onStart={start}
          />
        ))}
      {mayBook && Number(row.credit_left) > 0 && (
        <Button
          component={Link}
          to={`/app/invoicepayment?${payoutOf(row)}`}
          variant="default"
          leftSection={<IconCash size={15} aria-hidden />}
        >
          Pay out
        </Button>
      )}
      {mayBook && row.adjustment_status === 'invoiced' && (
        <Button
          component={Link}
          to={`/app/invoicepayment?customer_id=${row.customer_id}&adjustment_id=${row.id}`}
          leftSection={<IconCash size={15} aria-hidden />}
        >
          Record payment
        </Button>
      )}
    </>
  )
}

const payoutOf = ({ id, customer_id, credit_left }: Adjustment) =>
  new URLSearchParams({
    customer_id: String(customer_id),
    adjustment_id: String(id),
    amount: `-${credit_left}`,
  })
