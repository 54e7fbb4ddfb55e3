import { Checkbox, NativeSelect, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import type { InvoiceWarning } from '#domain/invoices/invoice-warnings.ts'
import type { Submit } from '#web/kit/form/use-submit.ts'

/** What a dialog gathers. */
export interface DialogAnswers {
  reason: string
  message: string
  to: string[]
  posted: boolean
  new_dates: boolean
  /** Null where the reminders of the customer say it. */
  announce_fee: boolean | null
  /** The codes of the warnings somebody has looked at. */
  acknowledge: string[]
  /** The keys of lines written by hand that are not kept. */
  drop: string[]
}

export const blankAnswers: DialogAnswers = {
  reason: '',
  message: '',
  to: [],
  posted: false,
  new_dates: false,
  announce_fee: null,
  acknowledge: [],
  drop: [],
}

type SeenWarning = Pick<InvoiceWarning, 'message'> & { code: string }

interface Props {
  given: DialogAnswers
  set: (next: Partial<DialogAnswers>) => void
}

const told = { set: null, yes: true, no: false } as const
const tellings = [
  { value: 'set', label: 'As the reminders are set' },
  { value: 'yes', label: 'Tell of it' },
  { value: 'no', label: 'Say nothing of it' },
] as const

/** The fee stands either way; to take it off there is *Waive fee*. */
export function FeeField({ given, set }: Props) {
  return (
    <NativeSelect
      label="Late payment fee"
      description="It comes with the next invoice, whether the letter says so or not."
      data={tellings}
      value={tellings.find(({ value }) => told[value] === given.announce_fee)?.value ?? 'set'}
      onChange={(event) => {
        const picked = tellings.find(({ value }) => value === event.currentTarget.value)
        if (picked) set({ announce_fee: told[picked.value] })
      }}
    />
  )
}

/** Each warning is acknowledged by itself. */
export function WarningFields({ warnings, given, set }: Props & { warnings: SeenWarning[] }) {
  if (warnings.length === 0) return null
  const toggle = (code: string, isOn: boolean) =>
    set({
      acknowledge: isOn
        ? [...given.acknowledge, code]
        : given.acknowledge.filter((one) => one !== code),
    })
  return (
    <Stack gap={6} role="group" aria-label="Warnings">
      <Text size="sm" fw={600}>
        Tick what you have looked at:
      </Text>
      {warnings.map(({ code, message }) => (
        <Checkbox
          key={code}
          label={message}
          description={code}
          checked={given.acknowledge.includes(code)}
          onChange={(event) => toggle(code, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}

export function SendingFields({ given, set, submit }: Props & { submit: Submit }) {
  return (
    <>
      <TagsInput
        label="To"
        description="Left empty, it goes to the customer’s own addresses."
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        clearButtonProps={{ 'aria-label': 'Clear To' }}
        value={given.to}
        error={submit.errorOf('to')}
        onChange={(to) => set({ to })}
      />
      <MessageField given={given} set={set} submit={submit} />
      <Checkbox
        label="Posted"
        description="Printed and put into an envelope; an address is then not needed."
        checked={given.posted}
        onChange={(event) => set({ posted: event.currentTarget.checked })}
      />
    </>
  )
}

/** For one that was approved days ago: the customer gets as long as was meant then. */
export function DatesField({ given, set }: Props) {
  return (
    <Checkbox
      label="With new dates"
      description="Due date and discount date move by the days that passed since approval."
      checked={given.new_dates}
      onChange={(event) => set({ new_dates: event.currentTarget.checked })}
    />
  )
}

export function MessageField({ given, set, submit }: Props & { submit: Submit }) {
  return (
    <Textarea
      label="Message"
      description="Optional, stands above the rest of the mail."
      autosize
      minRows={2}
      maxRows={8}
      value={given.message}
      error={submit.errorOf('message')}
      onChange={(event) => set({ message: event.currentTarget.value })}
    />
  )
}

/** Who is cared for is reminded by a person who says why, or not at all. */
export function CareField({ given, set, submit }: Props & { submit: Submit }) {
  return (
    <Textarea
      label="Reason"
      description="Needed where somebody is in hardship or needs power for medical reasons."
      autosize
      maxRows={4}
      value={given.reason}
      error={submit.errorOf('reason')}
      onChange={(event) => set({ reason: event.currentTarget.value })}
    />
  )
}

export function ReasonField(props: Props & { submit: Submit; isOptional: boolean }) {
  const { given, set, submit, isOptional } = props
  return (
    <Textarea
      label="Reason"
      description="Kept in the history."
      withAsterisk={!isOptional}
      data-autofocus
      autosize
      minRows={2}
      maxRows={8}
      value={given.reason}
      error={submit.errorOf('reason')}
      onChange={(event) => set({ reason: event.currentTarget.value })}
    />
  )
}
