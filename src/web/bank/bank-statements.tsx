import { bankstatement } from '#domain/bank/bankstatement.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'

/** What the banks say the accounts held, and which of it is agreed with the books. */
export function Screen() {
  return <ListScreen entity={bankstatement} isKept />
}
