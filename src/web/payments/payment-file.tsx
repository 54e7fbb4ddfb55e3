import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { paymentFileCalls } from '#domain/payments/payment-file-calls.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { saveFile } from '#web/kit/session/download.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { BankFileDialog, type FileRequest } from './bank-file-dialog.tsx'

interface Props {
  ids: number[]
  onDone: () => void
}

/** Approved payments to suppliers, as one file for the bank. */
export function PaymentFile({ ids, onDone }: Props) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (!atLeast(role, billpayment.access.write)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Bank file
      </Button>
      {isOpen && <FileDialog ids={ids} onDone={onDone} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function FileDialog({ ids, onDone, onClose }: Props & { onClose: () => void }) {
  const preview = useQuery({
    queryKey: ['billpayments', 'file', ids],
    queryFn: async ({ signal }) => {
      const rows = (await send(paymentFileCalls.preview, { ids }, { signal })).data
      return rows.map(({ supplier, ...row }) => ({ ...row, payee: supplier }))
    },
    staleTime: 0,
  })
  async function write({ along_ids: _none, ...request }: FileRequest, key: string) {
    await saveFile(paymentFileCalls.write, request, 'payments.csv', { key })
    void forgetMoney()
    onClose()
    onDone()
  }
  return <BankFileDialog payees="Supplier" {...{ preview, write, onClose }} />
}
