import { bankaccount } from '#domain/bank/bankaccount.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { LockBooks } from './lock-books.tsx'

/** The accounts of ours at banks, and the day up to which the books are locked. */
export function Screen() {
  return <ListScreen entity={bankaccount} isKept actions={<LockBooks />} />
}
