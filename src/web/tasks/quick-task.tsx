import { Text } from '@mantine/core'
import { choiceInWords } from '#domain/kit/wording.ts'
import { task, taskSubjects } from '#domain/tasks/task.ts'
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
          About this {kindOf(about).toLowerCase()}.
        </Text>
      )}
      <NewTask about={about} onSaved={onClose} isFocused />
    </Dialog>
  )
}

const kindOf = ({ reference_object }: About) =>
  choiceInWords(task.fields.reference_object.options, reference_object)

function aboutHere(): About | null {
  const record = recordAt(location.pathname, location.search)
  const object = taskSubjects.find((one) => one === record?.entity)
  return record && object ? { reference_object: object, reference_id: record.id } : null
}
