import { useQuery } from '@tanstack/react-query'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { lineQuery } from './bank-query.ts'
import { IgnoreDialog } from './ignore-dialog.tsx'
import type { LineStep } from './line-steps.ts'
import { SplitDialog } from './split-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

interface Props {
  id: number | null
  step: LineStep | null
  onClose: () => void
  onDone: (row: BankTransaction, as: string) => void
}

/** The dialog of the step that was begun, about the line that is looked at. */
export function LineDialogs({ id, step, onClose, onDone }: Props) {
  const { data } = useQuery({ ...lineQuery(id ?? 0), enabled: id !== null && step !== null })
  if (!data || step === null) return null
  const { row } = data
  if (step === 'transfer') return <TransferDialog {...{ row, onClose, onDone }} />
  if (step === 'ignore') return <IgnoreDialog {...{ row, onClose, onDone }} />
  if (step === 'find' || step === 'split')
    return <SplitDialog kind={step} {...{ row, onClose, onDone }} />
  return null
}
