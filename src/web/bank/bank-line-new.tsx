import { banktransaction } from '#domain/bank/banktransaction.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'

/** A line that no file brought, written by hand. */
export function Screen() {
  return <EditScreen entity={banktransaction} />
}
