import { bankaccount } from '#domain/bank/bankaccount.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { removeForGood } from './remove-for-good.ts'

const consequence = 'Only an account without lines goes; its opening balance is booked back.'

/** The form of an account of ours at a bank. */
export function Screen() {
  return (
    <EditScreen
      entity={bankaccount}
      remove={({ id, name }) => removeForGood(bankaccount, { id, name: String(name), consequence })}
    />
  )
}
