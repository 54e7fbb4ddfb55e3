import { useState } from 'react'
import type { Folder } from '#domain/files/folder.ts'
import { folderCalls } from '#domain/files/folder-calls.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { FolderSelect } from './folder-select.tsx'

interface Props {
  /** The one that is renamed or moved; none for a new one. */
  row: Folder | null
  parent_id: number | null
  onSaved: (row: Folder) => void
}

export function openNewFolder(parent_id: number | null, onSaved: (row: Folder) => void): void {
  openDialog({ title: 'New folder' }, (close) => (
    <FolderForm
      row={null}
      parent_id={parent_id}
      onSaved={(made) => {
        close()
        onSaved(made)
      }}
    />
  ))
}

export function openFolder(row: Folder): void {
  openDialog({ title: 'Rename or move' }, (close) => (
    <FolderForm row={row} parent_id={row.parent_id} onSaved={close} />
  ))
}

/** What a folder is called and where it lies. */
function FolderForm({ row, parent_id: initial, onSaved }: Props) {
  const [name, setName] = useState(row?.name ?? '')
  const [parent_id, setParent] = useState(initial)
  const submit = useSubmit(async (key) => {
    const values = { name, parent_id }
    const answer = row
      ? await send(folderCalls.update, { id: row.id, version: row.version, ...values }, { key })
      : await send(folderCalls.create, values, { key })
    await queryClient.invalidateQueries({ queryKey: ['folders'] })
    await queryClient.invalidateQueries({ queryKey: ['files'] })
    toast(answer.message)
    onSaved(answer.data)
  })
  return (
    <SmallForm submit={submit} label="Folder" button={row ? 'Save' : 'Create'}>
      <TextField label="Name" name="name" value={name} onChange={setName} submit={submit} />
      <FolderSelect
        label="In folder"
        value={parent_id}
        onChange={setParent}
        error={submit.errorOf('parent_id')}
        without={row?.id}
      />
    </SmallForm>
  )
}
