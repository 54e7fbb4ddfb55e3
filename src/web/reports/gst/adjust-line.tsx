import { ActionIcon, FileInput, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { KeptFile } from '#web/files/kept-file.tsx'

/** A line of the dialog; its file waits to be uploaded, or has an id. */
export interface TypedLine {
  box: 9 | 13
  amount: string
  reason: string
  file_id: number | null
  file: File | null
}

interface Props {
  number: number
  line: TypedLine
  onChange: (change: Partial<TypedLine>) => void
  onRemove: () => void
}

export function AdjustLine({ number, line, onChange, onRemove }: Props) {
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={`Line ${number}`}>
      <NativeSelect
        label="Box"
        value={String(line.box)}
        onChange={(event) => onChange({ box: event.currentTarget.value === '13' ? 13 : 9 })}
        data={[
          { value: '9', label: '9, to pay' },
          { value: '13', label: '13, to get back' },
        ]}
      />
      <TextInput
        label="GST"
        w={110}
        inputMode="decimal"
        value={line.amount}
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
        required
      />
      <TextInput
        label="Reason"
        flex="1 1 200px"
        value={line.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
        required
      />
      {line.file_id === null ? (
        <FileInput
          label="Paper"
          w={160}
          placeholder="Choose a file"
          clearable
          leftSection={<IconUpload size={15} aria-hidden />}
          value={line.file}
          onChange={(file) => onChange({ file })}
        />
      ) : (
        <KeptFile id={line.file_id} label="Its paper" />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remove line ${number}`}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
