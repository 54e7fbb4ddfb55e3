import { ActionIcon, Alert, Button, Group, Paper, Skeleton, Stack } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { meterregister } from '#domain/meters/meterregister.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { EditForm } from '#web/kit/form/edit-form.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { type EditRow, useEdit } from '#web/kit/form/use-edit.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetReadings, type Meter, type MeterRegister, registersQuery } from './meter-queries.ts'

const flows = { X: 'Taken from the network', I: 'Put into the network' } as const

/** The sets of dials of a meter. */
export function RegistersPanel({ meter }: { meter: Meter }) {
  const { data, error, refetch } = useQuery(registersQuery([meter.id]))
  const [editing, setEditing] = useState<MeterRegister | 'new' | null>(null)
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} radius="lg" />
  const isLocked = Boolean(meter.deleted_at)
  return (
    <Paper component="section">
      {data.length === 0 ? (
        <NothingHere title="Nothing here yet." description="A meter needs a register to be read." />
      ) : (
        <Registers rows={data} isLocked={isLocked} onEdit={setEditing} />
      )}
      <Group justify="flex-end" mt="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={isLocked}
          onClick={() => setEditing('new')}
        >
          Add register
        </Button>
      </Group>
      <Dialog
        isOpen={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' ? 'New register' : 'Register'}
      >
        {editing && (
          <RegisterForm meter_id={meter.id} row={editing} onDone={() => setEditing(null)} />
        )}
      </Dialog>
    </Paper>
  )
}

function Registers(props: {
  rows: MeterRegister[]
  isLocked: boolean
  onEdit: (row: MeterRegister) => void
}) {
  const { rows, isLocked, onEdit } = props
  const { role } = useSession()
  const options = useOptions()
  const mayRemove = atLeast(role, meterregister.access.remove)
  return (
    <PlainTable
      label="Registers"
      look="quiet"
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        { heading: 'Name', cell: (row) => row.name },
        {
          heading: 'Register code',
          cell: (row) => options.labelOf('register_code', row.register_code),
        },
        { heading: 'Dials', isNumber: true, cell: (row) => row.digits },
        { heading: 'Flow', cell: (row) => flows[row.flow] },
        {
          heading: 'Actions',
          isHeadingHidden: true,
          cell: (row) => (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              <ActionIcon
                aria-label={`Edit ${row.name}`}
                disabled={isLocked}
                onClick={() => onEdit(row)}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              {mayRemove && (
                <ActionIcon
                  aria-label={`Delete ${row.name}`}
                  disabled={isLocked}
                  onClick={() => removeRows(meterregister, [row.id], `Register ${row.name}`)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          ),
        },
      ]}
    />
  )
}

interface FormProps {
  meter_id: number
  row: MeterRegister | 'new'
  onDone: () => void
}

function RegisterForm({ meter_id, row, onDone }: FormProps) {
  const isNew = row === 'new'
  const edit = useEdit({
    entity: meterregister,
    // The list answers whole rows, their versions included.
    row: isNew ? null : (row as MeterRegister & EditRow),
    start: { meter_id },
    onSaved: (answer) => {
      toast(answer.message || 'Changes saved.')
      // The dials decide what every reading means.
      void forgetReadings()
      onDone()
    },
  })
  return (
    <form
      noValidate
      aria-label={isNew ? 'New register' : 'Register'}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void edit.save()
      }}
    >
      <Stack gap="sm">
        {!isNew && (
          <Alert color="gray">Every reading of the register is counted anew with its dials.</Alert>
        )}
        <EditForm
          entity={meterregister}
          edit={edit}
          rowId={isNew ? null : row.id}
          isReadOnly={false}
          without={['meter_id']}
          isNarrow
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={edit.isBusy} disabled={!isNew && !edit.isDirty}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
