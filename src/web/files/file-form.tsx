import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { File as StoredFile } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { SmallForm, TextField } from '#web/kit/form/small-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { FolderSelect } from './folder-select.tsx'

/** What people may change of a file: what it is called, where it lies, what is said of it. */
export function FileForm({ row, onSaved }: { row: StoredFile; onSaved: () => void }) {
  const [name, setName] = useState(row.name)
  const [folder_id, setFolder] = useState(row.folder_id)
  const [notes, setNotes] = useState(row.notes ?? '')
  const submit = useSubmit(async (key) => {
    const { id, version } = row
    const answer = await send(fileCalls.update, { id, version, name, folder_id, notes }, { key })
    await queryClient.invalidateQueries({ queryKey: ['files'] })
    toast(answer.message)
    onSaved()
  })
  return (
    <SmallForm submit={submit} label="File" button="Save">
      <TextField label="Name" name="name" value={name} onChange={setName} submit={submit} />
      <FolderSelect value={folder_id} onChange={setFolder} error={submit.errorOf('folder_id')} />
      <Textarea
        label="Notes"
        autosize
        minRows={2}
        value={notes}
        error={submit.errorOf('notes')}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </SmallForm>
  )
}
