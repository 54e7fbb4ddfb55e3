import { Stack } from '@mantine/core'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { channelsOf } from '#domain/messaging/bulk/channel-order.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { Edit, EditRow } from '#web/kit/form/use-edit.ts'
import { useRow, useRowId } from '#web/kit/session/use-row.ts'
import { BulkAudience, orderOf } from './bulk-audience.tsx'
import { BulkFields } from './bulk-fields.tsx'
import { BulkPreviewPanel } from './bulk-preview.tsx'
import { bulkList } from './bulk-queries.ts'
import { BulkSteps } from './bulk-steps.tsx'

/** A bulk message as it is written: its words, whom it goes to, and what would come of it. */
export function BulkDraft() {
  return (
    <EditScreen
      entity={bulkmessage}
      start={{ name: 'Bulk message' }}
      listedAt={bulkList}
      above={() => <BulkSteps reached={0} />}
      without={hiddenFields}
      under={(name, edit) => <BulkFields name={name} edit={edit} />}
      beside={(edit) => <Beside edit={edit} />}
    />
  )
}

/** What the chosen channels do not need; a template has words of its own. */
function hiddenFields(edit: Edit): string[] {
  const channels = channelsOf(orderOf(edit))
  const { template_id, sms_template_id } = edit.values
  return [
    ...['audience', 'channels'],
    ...(channels.includes('email') ? [] : ['template_id', 'subject', 'text_base']),
    ...(template_id ? ['subject', 'text_base'] : []),
    ...(channels.includes('sms') ? [] : ['sms_template_id', 'text_sms']),
    ...(sms_template_id ? ['text_sms'] : []),
  ]
}

function Beside({ edit }: { edit: Edit }) {
  const id = useRowId()
  const { data } = useRow(bulkmessage, id)
  const row: EditRow | null = data?.data ?? null
  return (
    <Stack gap="md">
      <BulkAudience edit={edit} />
      <BulkPreviewPanel row={row} edit={edit} />
    </Stack>
  )
}
