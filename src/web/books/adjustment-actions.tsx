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
import { AdjustmentReminder } from './adjustment-reminder.tsx'
import { forgetMoney } from './forget-money.ts'

const held: ReasonAction = {
  title: 'Hold the adjustment?',
  text: 'It is not asked for, and money that does not name it passes it by.',
  button: 'Hold',
  call: adjustmentCalls.hold,
  reason: 'needed',
}
const released: ReasonAction = {
  title: 'Release the adjustment?',
  text: 'It is asked for again, and the customer gets back the days that were left.',
  button: 'Release',
  call: adjustmentCalls.release,
  reason: 'optional',
}
const writtenOff: ReasonAction = {
  title: 'Write off the rest?',
  text: 'What is still owed is given up. Money that names it after all undoes that first.',
  button: 'Write off',
  call: adjustmentCalls.writeoff,
  reason: 'needed',
  isDanger: true,
}

const definitions: Record<string, ReasonAction> = {
  hold: held,
  release: released,
  writeoff: writtenOff,
  reverse: {
    title: 'Reverse the adjustment?',
    text: 'It is booked back whole. That works while no money lies on it and none of it is used.',
    button: 'Reverse',
    call: adjustmentCalls.reverse,
    reason: 'needed',
    isDanger: true,
  },
}
// What differs where we owe it, or have it, at a supplier.
const ofSuppliers: Record<string, ReasonAction> = {
  ...definitions,
  hold: {
    ...held,
    text: 'It is left out of payments, and credit passes it by.',
  },
  release: {
    ...released,
    text: 'It is paid again like everything else; its due date stays.',
  },
  writeoff: {
    ...writtenOff,
    text: 'What is still to pay is given up: the supplier does not ask for it any more.',
  },
  payback: {
    title: 'Did the supplier pay it back?',
    text: 'What is left of the credit came back to our bank today.',
    button: 'Paid back',
    call: adjustmentCalls.payback,
    reason: 'optional',
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
  const [isReminding, setIsReminding] = useState(false)
  const mayBook = atLeast(role, 'accounting')
  const known = row.supplier_id === null ? definitions : ofSuppliers
  // What cannot be now, such as releasing what is not held, is no button.
  const shown = actions.flatMap((one) => {
    const label = one.action === 'remind' ? 'Remind' : known[one.action]?.button
    const isNow = one.allowed || dangerous.has(one.action)
    // Whoever never moves money is not shown the buttons for it.
    const isTheirs = one.action === 'remind' || mayBook
    return label && isNow && isTheirs ? [{ ...one, label }] : []
  })
  const start = (action: string) =>
    action === 'remind' ? setIsReminding(true) : setAsked(known[action] ?? null)
  return (
    <>
      <ReasonDialog action={asked} row={row} onClose={() => setAsked(null)} refresh={forgetMoney} />
      <AdjustmentReminder id={row.id} isOpen={isReminding} onClose={() => setIsReminding(false)} />
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
      {mayBook && <MoneyLink row={row} />}
    </>
  )
}

/** The way to the money: in from a customer, out to a supplier, or the credit to its owner. */
function MoneyLink({ row }: { row: Adjustment }) {
  const { id, customer_id, supplier_id, credit_left } = row
  const icon = <IconCash size={15} aria-hidden />
  if (supplier_id === null && Number(credit_left) > 0) {
    const payout = `customer_id=${customer_id}&adjustment_id=${id}&amount=-${credit_left}`
    const to = `/app/invoicepayment?${payout}`
    return (
      <Button component={Link} to={to} variant="default" leftSection={icon}>
        Pay out
      </Button>
    )
  }
  if (row.adjustment_status !== 'invoiced') return null
  const isOurs = supplier_id !== null
  const to = isOurs
    ? `/app/billpayment?adjustment_id=${id}`
    : `/app/invoicepayment?customer_id=${customer_id}&adjustment_id=${id}`
  return (
    <Button component={Link} to={to} leftSection={icon}>
      {isOurs ? 'Plan payment' : 'Record payment'}
    </Button>
  )
}
