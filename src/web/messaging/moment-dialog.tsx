import { useId, useState } from 'react'
import { timestamp } from '#domain/kit/field.ts'
import { message } from '#domain/messaging/message.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { StampInput } from '#web/kit/form/stamp-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'

interface Props {
  title: string
  label: string
  button: string
  /** At most so many days away. */
  mostDays?: number
  onClose: () => void
  onChoose: (at: string) => void
}

const moment = timestamp()
const DAY_MS = 86_400_000

/** A day and time of one's choice, still to come. */
export function MomentDialog({ title, label, button, mostDays, onClose, onChoose }: Props) {
  const id = useId()
  const [at, setAt] = useState<string | null>(null)
  const unfit = at === null ? null : whyUnfit(Date.parse(at) - Date.now(), mostDays)
  const submit = useSubmit(async () => {
    if (at !== null && unfit === null) onChoose(at)
  })
  return (
    <DialogForm
      isOpen
      title={title}
      button={button}
      submit={submit}
      isDisabled={at === null || unfit !== null}
      onClose={onClose}
    >
      <StampInput
        entity={message}
        name="not_before"
        field={moment}
        id={id}
        label={label}
        value={at}
        error={unfit ?? undefined}
        isDisabled={false}
        isFirst
        onChange={(next) => setAt(typeof next === 'string' && next ? next : null)}
        onBlur={() => {}}
      />
    </DialogForm>
  )
}

function whyUnfit(away_ms: number, mostDays: number | undefined): string | null {
  if (away_ms <= 0) return 'Choose a moment that is still to come.'
  const isTooFar = mostDays !== undefined && away_ms > mostDays * DAY_MS
  return isTooFar ? `Choose a moment in the next ${mostDays} days.` : null
}
