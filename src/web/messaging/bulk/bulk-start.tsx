import { Alert, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { timestamp } from '#domain/kit/field.ts'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { BulkPreview } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { StampInput } from '#web/kit/form/stamp-input.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { LastLook } from '#web/messaging/departure/last-look.tsx'

interface Props {
  row: EditRow
  preview: BulkPreview
  onClose: () => void
}

const moment = timestamp()
const byChannel = { email: 'by email', sms: 'by SMS' }

/** Everybody it goes to and what each would read, before it starts: now or later. */
export function BulkLook({ row, preview, onClose }: Props) {
  const [when, setWhen] = useState('now')
  const [at, setAt] = useState<unknown>('')
  const isLater = when === 'later'
  const ways = preview.channels
    .filter(({ recipients: count }) => count > 0)
    .map(
      ({ channel, recipients: count }) => `${count.toLocaleString('en-NZ')} ${byChannel[channel]}`,
    )
  return (
    <LastLook
      action="bulk_start"
      ids={[row.id]}
      isOne
      version={row.version}
      title={`Start “${String(row.name)}”?`}
      options={isLater && at ? { not_before: String(at) } : {}}
      isReady={!isLater || Boolean(at)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {ways.join(', ')}. Who they are is fixed as it starts; everybody is checked again before
          theirs leaves.
        </Text>
        {preview.needs_second_person && (
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
        {isLater && (
          <StampInput
            entity={bulkmessage}
            name="not_before"
            field={moment}
            id="start-at"
            label="Starts at"
            value={at}
            error={at ? undefined : 'Say when.'}
            isDisabled={false}
            onChange={setAt}
            onBlur={() => {}}
          />
        )}
      </Stack>
    </LastLook>
  )
}
