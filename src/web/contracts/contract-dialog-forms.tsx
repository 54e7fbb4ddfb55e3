import { Alert, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import type { Contract } from '#domain/contracts/contract.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import type { Submit } from '#web/kit/form/use-submit.ts'
import { today } from '#web/kit/frame/today.ts'

/** What a dialog gathers before its action is called. */
export interface DialogFacts {
  reason: string
  name: string
  date_start: string | null
  date_end: string | null
  waive_fee: boolean
  billed_to_date: string | null
}

export interface FormProps {
  row: Contract
  given: DialogFacts
  set: (next: Partial<DialogFacts>) => void
  submit: Submit
}

export function AcceptForm({ given, set, submit }: FormProps) {
  return (
    <>
      <Text size="sm">
        For a customer who agreed on paper or on the phone. The contract comes into force.
      </Text>
      <TextInput
        label="Accepted by"
        description="The name as the customer gave it."
        withAsterisk
        data-autofocus
        value={given.name}
        error={submit.errorOf('name') && 'Say who accepted.'}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
    </>
  )
}

export function ActivateForm(props: FormProps) {
  return (
    <>
      <Text size="sm">
        The contract comes into force without an offer: for what was agreed elsewhere.
      </Text>
      {!props.row.date_start && (
        <Alert color="amber">Starts is empty. Edit the contract and fill it in first.</Alert>
      )}
      <Reason {...props} />
    </>
  )
}

export function UndoForm() {
  return (
    <Text size="sm">
      The newest rate update of either side goes, and the rates before it hold again. Customers who
      were told already are not told of this.
    </Text>
  )
}

export function LockForm(props: FormProps) {
  return (
    <>
      <Text size="sm">Terms and rates stay as they are until it is unlocked.</Text>
      <Reason {...props} isOptional />
    </>
  )
}

export function UnlockForm(props: FormProps) {
  return (
    <>
      <Text size="sm">Terms and rates can be changed again.</Text>
      <Reason {...props} isOptional />
    </>
  )
}

export function CancelForm(props: FormProps) {
  const { row, given, set, submit } = props
  const fee = row.cancellation_fee_amount
  return (
    <>
      <Text size="sm">
        {row.billed_to_date
          ? `It is billed up to ${formatDayShort(row.billed_to_date)}: it can end then or later.`
          : 'The last day is still supplied and billed.'}
      </Text>
      <DayInput
        label="Last day"
        required
        value={given.date_end ?? ''}
        error={submit.errorOf('date_end')}
        onChange={(date_end) => set({ date_end })}
      />
      <Reason {...props} />
      {fee && Number(fee) !== 0 && (
        <Checkbox
          label={`Waive the cancellation fee of $${formatMoney(fee)}`}
          checked={given.waive_fee}
          onChange={(event) => set({ waive_fee: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

export function BilledElsewhereForm(props: FormProps) {
  const { given, set, submit } = props
  return (
    <>
      <Text size="sm">
        For a contract that was billed before it came here. Days up to this one are never billed
        again. It can be said until the first invoice is made.
      </Text>
      <DayInput
        label="Billed elsewhere to"
        value={given.billed_to_date ?? ''}
        error={submit.errorOf('billed_to_date')}
        onChange={(billed_to_date) => set({ billed_to_date })}
      />
      <Reason {...props} />
    </>
  )
}

export function RestoreForm(props: FormProps) {
  const { row, given, set, submit } = props
  const isOver = row.date_end !== null && row.date_end < today()
  return (
    <>
      <Text size="sm">
        The contract is in force again. A cancellation fee that waits is dropped; one that was
        billed is given back by the next invoice.
      </Text>
      <DayInput
        label="New last day"
        description={
          isOver && !row.is_open_plan
            ? 'Needed where the agreed last day has passed.'
            : 'Left empty, the last day agreed before holds.'
        }
        value={given.date_end ?? ''}
        error={submit.errorOf('date_end')}
        onChange={(date_end) => set({ date_end })}
      />
      <Reason {...props} isOptional />
    </>
  )
}

export function DuplicateForm({ given, set, submit }: FormProps) {
  return (
    <>
      <Text size="sm">
        A new draft with the same terms and the rates in force, for a renewal or a sister site.
      </Text>
      <DayInput
        label="Starts"
        value={given.date_start ?? ''}
        error={submit.errorOf('date_start')}
        onChange={(date_start) => set({ date_start })}
      />
      <DayInput
        label="Ends"
        value={given.date_end ?? ''}
        error={submit.errorOf('date_end')}
        onChange={(date_end) => set({ date_end })}
      />
    </>
  )
}

function Reason({ given, set, submit, isOptional = false }: FormProps & { isOptional?: boolean }) {
  return (
    <Textarea
      label="Reason"
      size="sm"
      autosize
      minRows={2}
      withAsterisk={!isOptional}
      value={given.reason}
      error={submit.errorOf('reason') && 'Say why, in a few words.'}
      onChange={(event) => set({ reason: event.currentTarget.value })}
    />
  )
}
