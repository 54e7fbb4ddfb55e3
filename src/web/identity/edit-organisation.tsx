import { Button, Group, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { organisation } from '#domain/identity/organisation.ts'
import { organisationCalls } from '#domain/identity/organisation-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { MergeDialog } from '#web/kit/dialogs/merge-dialog.tsx'
import { EditForm } from '#web/kit/form/edit-form.tsx'
import { type EditRow, useEdit } from '#web/kit/form/use-edit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

// Whether an organisation works at all, and how much room it has, is the platform's business; whether
// everybody needs a second factor is a setting of its own.
const own = ['is_active', 'demo', 'file_quota_mb', 'totp_required']

/** Edit Organisation: an admin's own organisation, in a dialog. */
export function EditOrganisation() {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Edit Organisation
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title="Edit Organisation" size="xl">
        {isOpen && <Loaded onDone={dialog.close} />}
      </Dialog>
    </>
  )
}

function Loaded({ onDone }: { onDone: () => void }) {
  const query = useQuery({
    queryKey: ['organisation', 'edit'],
    queryFn: async () => (await send(organisationCalls.get, {})).data,
    staleTime: 0,
  })
  if (query.isPending) return <Skeleton height={320} />
  if (query.isError) return <Trouble cause={query.error} onRetry={() => void query.refetch()} />
  return <Form row={query.data} onDone={onDone} />
}

function Form({ row, onDone }: { row: EditRow; onDone: () => void }) {
  const edit = useEdit({
    entity: organisation,
    row,
    onSaved: ({ message }) => {
      toast(message || 'Changes saved.')
      onDone()
    },
  })
  return (
    <form
      noValidate
      aria-label="Edit Organisation"
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save()
      }}
    >
      <EditForm
        entity={organisation}
        edit={edit}
        rowId={row.id}
        isReadOnly={false}
        without={own}
        isNarrow
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={edit.isBusy} disabled={!edit.isDirty}>
          Save
        </Button>
      </Group>
      {edit.merge && (
        <MergeDialog
          entity={organisation}
          request={edit.merge}
          onCancel={edit.cancelMerge}
          onSave={edit.saveMerged}
        />
      )}
    </form>
  )
}
