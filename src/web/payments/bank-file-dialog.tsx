import { Select, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { plural } from '#domain/kit/wording.ts'
import { billpayment } from '#domain/payments/payment.ts'
import { type Layout, layouts } from '#domain/payments/payment-file/write-payment-file.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { today } from '#web/kit/frame/today.ts'
import { FilePreview, isReady, type PreviewedPayment } from './file-preview.tsx'

const names: Record<Layout, string> = {
  bnz: 'BNZ',
  anz: 'ANZ',
  asb: 'ASB',
  westpac: 'Westpac Deskbank',
}

export interface FileRequest {
  ids: number[]
  /** Of those that go along. */
  along_ids: number[]
  layout: Layout
  payment_date: string
}

interface Props {
  /** Whom the file pays, as the heading of their column. */
  payees: string
  preview: Pick<UseQueryResult<readonly PreviewedPayment[] | null>, 'data' | 'error' | 'refetch'>
  /** Writes and saves the file of those that are ready. */
  write: (request: FileRequest, key: string) => Promise<void>
  /** What may be chosen to go along. */
  children?: ReactNode
  onClose: () => void
}

/** What a file for the bank would hold, with its layout and day, before it is written. */
export function BankFileDialog({ payees, preview, write, children, onClose }: Props) {
  const [layout, setLayout] = useState<Layout>('bnz')
  const [payment_date, setDate] = useState(today)
  const ready = preview.data?.filter(isReady) ?? []
  const idsOf = (isAlong: boolean) =>
    ready.filter((one) => (one.isAlong ?? false) === isAlong).map(({ id }) => id)
  const [ids, along_ids] = [idsOf(false), idsOf(true)]
  const submit = useSubmit((key) => write({ ids, along_ids, layout, payment_date }, key))
  return (
    <DialogForm
      isOpen
      title="Write a bank file?"
      button={`Write ${plural(ready.length, 'payment')}`}
      isDisabled={ids.length === 0}
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
        <FilePreview payees={payees} rows={preview.data} />
      )}
      {children}
      <Select
        label="Bank"
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
