import { Text } from '@mantine/core'
import { humanise } from '#domain/kit/wording.ts'
import { taskSubjects } from '#domain/tasks/task.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { recordAt } from '#web/kit/frame/record-at.ts'
import { type About, NewTask } from './new-task.tsx'

/** A task from anywhere; on a record's page it is about that record. */
export function QuickTask({ onClose }: { onClose: () => void }) {
  const about = aboutHere()
  return (
    <Dialog isOpen onClose={onClose} title="New task" size="lg" isKept>
      {about && (
        <Text size="sm" c="dimmed" mb="xs">
          About this {humanise(about.reference_object).toLowerCase()}.
        </Text>
      )}
      <NewTask about={about} onSaved={onClose} isFocused />
    </Dialog>
  )
}

function aboutHere(): About | null {
  const record = recordAt(location.pathname, location.search)
  const object = taskSubjects.find((one) => one === record?.entity)
  return record && object ? { reference_object: object, reference_id: record.id } : null
}
