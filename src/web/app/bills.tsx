import { BillsScreen } from '#web/bills/bills.tsx'
import { PlanChosen } from '#web/payments/plan-chosen.tsx'

/** The bills, with payments, which come after them. */
export function Screen() {
  return (
    <BillsScreen
      bulkBeside={{
        plan_payments: (ids, onDone) => <PlanChosen ids={ids} onDone={onDone} />,
      }}
    />
  )
}
