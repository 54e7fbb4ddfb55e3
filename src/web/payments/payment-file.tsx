import { Button, Select, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { plural } from '#domain/kit/wording.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { type Layout, layouts } from '#domain/payments/payment-file/write-payment-file.ts'
import { paymentFileCalls } from '#domain/payments/payment-file-calls.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { today } from '#web/kit/frame/today.ts'
import { saveFile } from '#web/kit/session/download.ts'
import { useSession } from '#web/kit/session/session.ts'
import { FilePreview, isReady, useFilePreview } from './file-preview.tsx'

const names: Record<Layout, string> = {
  bnz: 'BNZ',
  anz: 'ANZ',
  asb: 'ASB',
  westpac: 'Westpac Deskbank',
}

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
  const [layout, setLayout] = useState<Layout>('bnz')
  const [payment_date, setDate] = useState(today)
  const preview = useFilePreview(ids)
  const ready = preview.data?.filter(isReady).map(({ id }) => id) ?? []
  const submit = useSubmit(async (key) => {
    const request = { ids: ready, layout, payment_date }
    await saveFile(paymentFileCalls.write, request, 'payments.csv', { key })
    void forgetMoney()
    onClose()
    onDone()
  })
  return (
    <DialogForm
      isOpen
      title="Write a bank file?"
      button={`Write ${plural(ready.length, 'payment')}`}
      isDisabled={ready.length === 0}
      isWide
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        The payments count as paid once the file is written. Upload it to your bank today.
      </Text>
      {preview.error ? (
        <Trouble cause={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <FilePreview rows={preview.data} />
      )}
      <Select
        label="Bank"
        allowDeselect={false}
        data={layouts.map((value) => ({ value, label: names[value] }))}
        value={layout}
        error={submit.errorOf('layout')}
        onChange={(next) => setLayout(layouts.find((one) => one === next) ?? layout)}
      />
      <EntityInput
        entity={billpayment}
        name="payment_date"
        value={payment_date}
        error={submit.errorOf('payment_date')}
        onChange={(value) => setDate(String(value ?? ''))}
      />
    </DialogForm>
  )
}
