import { Button, Group, Text } from '@mantine/core'
import { IconFolderSymlink, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { file, type File as StoredFile } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { SmallForm } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import banner from '#web/kit/frame/banner.module.css'
import { toast } from '#web/kit/frame/toast.tsx'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { DownloadAll } from './download-all.tsx'
import { FolderSelect } from './folder-select.tsx'

interface Props {
  rows: readonly StoredFile[]
  onDone: () => void
}

/** What can be done with several files at once. */
export function ChosenFiles({ rows, onDone }: Props) {
  if (rows.length === 0) return null
  const words = plural(rows.length, 'file', 'files')
  const ids = rows.map(({ id }) => id)
  const move = () =>
    openDialog({ title: `Move ${words}` }, (close) => (
      <MoveForm
        rows={rows}
        onMoved={() => {
          close()
          onDone()
        }}
      />
    ))
  const remove = async () => {
    if (await removeRows(file, ids, rows.length === 1 ? (rows[0]?.name ?? words) : words)) onDone()
  }
  return (
    <div className={banner.banner} data-tone="petrol" data-inset role="status">
      <Text size="sm" fw={600}>
        {words} chosen
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFolderSymlink size={16} aria-hidden />}
          onClick={move}
        >
          Move
        </Button>
        <DownloadAll rows={rows} label="Download as ZIP" least={1} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          Delete
        </Button>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={onDone}
        >
          Choose none
        </Button>
      </Group>
    </div>
  )
}

function MoveForm({ rows, onMoved }: { rows: readonly StoredFile[]; onMoved: () => void }) {
  const [folder_id, setFolder] = useState<number | null>(null)
  const submit = useSubmit(async () => {
    try {
      for (const { id, version } of rows) await send(fileCalls.update, { id, version, folder_id })
      toast(`${plural(rows.length, 'file', 'files')} moved.`)
      onMoved()
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['files'] })
    }
  })
  return (
    <SmallForm submit={submit} label="Move" button="Move">
      <FolderSelect
        label="To folder"
        value={folder_id}
        onChange={setFolder}
        error={submit.errorOf('folder_id')}
      />
    </SmallForm>
  )
}
