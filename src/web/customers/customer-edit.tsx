import { customer } from '#domain/customers/customer.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { useRowId } from '#web/kit/session/use-row.ts'
import { DebitDetailsGuard } from './guard-details.tsx'

/** The form of a customer, whose hidden values may want the guard code. */
export function Screen() {
  const id = useRowId()
  return (
    <DebitDetailsGuard customer_id={id ?? 0}>
      <EditScreen entity={customer} />
    </DebitDetailsGuard>
  )
}
