import { Button, Checkbox } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { billpaymentCalls } from '#domain/payments/billpayment-calls.ts'
import { paymentFileCalls } from '#domain/payments/payment-file-calls.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { saveFile } from '#web/kit/session/download.ts'
import { send } from '#web/kit/session/send.ts'
import { BankFileDialog, type FileRequest } from '#web/payments/bank-file-dialog.tsx'
import { isReady, type PreviewedPayment } from '#web/payments/file-preview.tsx'
import { forgetStatements } from './statement-query.ts'

interface Props {
  ids: number[]
  onDone: () => void
}

/** Statements that were sent, as one file for the bank. */
export function StatementFile({ ids, onDone }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Pay in a bank file
      </Button>
      {isOpen && <FileDialog ids={ids} onDone={onDone} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function FileDialog({ ids, onDone, onClose }: Props & { onClose: () => void }) {
  const [isTogether, setTogether] = useState(false)
  const suppliers = useReadyForSuppliers()
  const statements = useQuery({
    queryKey: ['commissionstatements', 'file', ids],
    queryFn: async ({ signal }) => {
      const rows = (await send(commissionstatementCalls.previewFile, { ids }, { signal })).data
      return rows.map(({ partner, ...row }) => ({ ...row, payee: partner }))
    },
    staleTime: 0,
  })
  const along = isTogether ? (suppliers.data ?? []) : []
  const data = statements.data && [...statements.data, ...along]
  async function write({ along_ids, ...request }: FileRequest, key: string) {
    const body = along_ids.length > 0 ? { ...request, payment_ids: along_ids } : request
    await saveFile(commissionstatementCalls.writeFile, body, 'commissions.txt', { key })
    void forgetStatements()
    void forgetMoney()
    onClose()
    onDone()
  }
  const preview = { ...statements, data }
  return (
    <BankFileDialog payees={isTogether ? 'Payee' : 'Partner'} {...{ preview, write, onClose }}>
      {suppliers.data && suppliers.data.length > 0 && (
        <Checkbox
          label={`Together with ${plural(suppliers.data.length, 'approved payment')} to suppliers: one file, and one line of the bank`}
          checked={isTogether}
          onChange={(event) => setTogether(event.currentTarget.checked)}
        />
      )}
    </BankFileDialog>
  )
}

/** Payments to suppliers that may leave now, as many as one file takes. */
function useReadyForSuppliers() {
  return useQuery({
    queryKey: ['billpayments', 'file', 'approved'],
    queryFn: async ({ signal }): Promise<PreviewedPayment[]> => {
      const wanted = { payment_status: 'approved', limit: 500, order: 'payment_date' }
      const approved = (await send(billpaymentCalls.list, wanted, { signal })).data ?? []
      const payment_ids = approved.map(({ id }) => id)
      if (payment_ids.length === 0) return []
      const rows = (await send(paymentFileCalls.preview, { ids: payment_ids }, { signal })).data
      const along = rows.map(({ supplier, ...row }) => ({ ...row, payee: supplier, isAlong: true }))
      return along.filter(isReady)
    },
    staleTime: 0,
  })
}
