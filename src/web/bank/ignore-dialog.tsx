import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetBank } from './bank-query.ts'
import { OppositeLines, useOpposite } from './opposite-lines.tsx'

interface Props {
  row: BankTransaction
  onClose: () => void
  onDone: (row: BankTransaction, as: string) => void
}

/** Leaves a line out that has no effect, with the one that cancels it, and the reason. */
export function IgnoreDialog({ row, onClose, onDone }: Props) {
  const [other, setOther] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const { data } = useOpposite(row, {
    bankaccount_id: row.bankaccount_id,
    'transaction_status.in': 'new,suggested',
  })
  const submit = useSubmit(async (key) => {
    const pair = other === null ? {} : { with_id: other }
    const body = { id: row.id, reason: reason.trim(), ...pair }
    try {
      await send(banktransactionCalls.ignore, body, { key })
      onClose()
      onDone(row, 'left out')
    } finally {
      void forgetBank()
    }
  })
  return (
    <DialogForm isOpen title="Leave out" button="Leave out" submit={submit} onClose={onClose}>
      <Text size="sm">
        Only what has no effect is left out: a line from before the account’s opening day, or two
        that cancel each other out.
      </Text>
      <OppositeLines
        label="Cancelled out by"
        found={data}
        none="None: it is from before the opening day"
        value={other}
        onChange={setOther}
      />
      <Textarea
        label="Reason"
        description="Kept in the history."
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        value={reason}
        error={submit.errorOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
