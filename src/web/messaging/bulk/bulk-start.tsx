import { Alert, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { timestamp } from '#domain/kit/field.ts'
import { plural } from '#domain/kit/wording.ts'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { type BulkPreview, bulkmessageCalls } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { StampInput } from '#web/kit/form/stamp-input.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { forgetBulk } from './bulk-queries.ts'

interface Props {
  row: EditRow
  preview: BulkPreview
  onClose: () => void
}

const moment = timestamp()
const byChannel = { email: 'by email', sms: 'by SMS' }

/** Starts it: now or later, and above fifty by whoever types how many. */
export function StartDialog({ row, preview, onClose }: Props) {
  const { recipients, needs_count, needs_second_person } = preview
  const [typed, setTyped] = useState('')
  const [when, setWhen] = useState('now')
  const [at, setAt] = useState<unknown>('')
  const submit = useSubmit(async (key) => {
    const body = {
      id: row.id,
      version: row.version,
      ...(needs_count ? { count: Number(typed.replaceAll(/[\s,]/g, '')) || 0 } : {}),
      ...(when === 'later' ? { not_before: String(at) } : {}),
    }
    toast((await send(bulkmessageCalls.start, body, { key })).message)
    onClose()
    await forgetBulk()
  })
  const ways = preview.channels
    .filter(({ recipients: count }) => count > 0)
    .map(
      ({ channel, recipients: count }) => `${count.toLocaleString('en-NZ')} ${byChannel[channel]}`,
    )
  const people = plural(recipients, 'person', 'people')
  return (
    <DialogForm
      isOpen
      title={`Start “${String(row.name)}”?`}
      button={when === 'now' ? `Send to ${people}` : 'Schedule'}
      submit={submit}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {people} get it: {ways.join(', ')}. Who they are is fixed now; everybody is checked again
          before theirs leaves.
        </Text>
        {needs_second_person && (
          <Alert color="amber">
            It goes to so many that whoever edited it last cannot start it. Ask another manager to
            open this page.
          </Alert>
        )}
        <SegmentedControl
          aria-label="When"
          data={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
          value={when}
          onChange={setWhen}
        />
        {when === 'later' && (
          <StampInput
            entity={bulkmessage}
            name="not_before"
            field={moment}
            id="start-at"
            label="Starts at"
            value={at}
            error={submit.errorOf('not_before')}
            isDisabled={false}
            onChange={setAt}
            onBlur={() => {}}
          />
        )}
        {needs_count && (
          <TextInput
            label={`Type ${recipients} to go on`}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={typed}
            error={submit.errorOf('count')}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Stack>
    </DialogForm>
  )
}
