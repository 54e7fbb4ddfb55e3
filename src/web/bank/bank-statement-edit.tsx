import { bankstatement } from '#domain/bank/bankstatement.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { removeForGood } from './remove-for-good.ts'

const consequence = 'Its lines stay; they can be agreed with another statement.'

/** The form of a statement: the account, the day, and what the bank says it held. */
export function Screen() {
  return (
    <EditScreen
      entity={bankstatement}
      remove={({ id, statement_date }) =>
        removeForGood(bankstatement, { id, name: String(statement_date), consequence })
      }
    />
  )
}
