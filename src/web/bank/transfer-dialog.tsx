import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
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

/** Money between accounts of ours: the other side is chosen, or waits to be seen. */
export function TransferDialog({ row, onClose, onDone }: Props) {
  const [other, setOther] = useState<number | null>(null)
  const { data } = useOpposite(row, {
    'bankaccount_id.ne': row.bankaccount_id,
    'transaction_status.in': 'new,suggested,transfer',
  })
  // The only one there is needs no choosing.
  useEffect(() => {
    const [only, ...more] = data?.rows ?? []
    if (only && more.length === 0) setOther(only.id)
  }, [data])
  const submit = useSubmit(
    async (key) => {
      const { id, amount } = row
      const side = other === null ? {} : { counterpart_id: other }
      try {
        const parts = [{ kind: 'transfer' as const, amount, ...side }]
        await send(banktransactionCalls.match, { id, parts }, { key })
        onClose()
        onDone(row, 'Transfer between our accounts')
      } finally {
        void forgetBank()
      }
    },
    { isMoney: true },
  )
  return (
    <DialogForm
      isOpen
      title="Transfer"
      button="Match as transfer"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">Money that went from one account of ours to another. Nothing is earned.</Text>
      <OppositeLines
        label="The other side"
        found={data}
        none="It is not seen yet"
        value={other}
        isFirst
        onChange={setOther}
      />
    </DialogForm>
  )
}
