import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { fieldChangeCalls } from '#domain/kit/fieldchange-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { inputs } from '#web/kit/form/inputs.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { send } from '#web/kit/session/send.ts'
import { ChangePreview } from './change-preview.tsx'
import { EarlierChanges } from './earlier-changes.tsx'
import { showFieldChange } from './field-change-notice.tsx'
import { countOf } from './remove-rows.ts'
import { rowsByIds } from './rows-by-ids.ts'

interface Props {
  entity: Entity
  /** The fields that may be changed so. */
  names: readonly string[]
  ids: () => Promise<number[]>
  onDone: () => void
}

/** Gives one field the same value in all selected rows, after showing how many that are. */
export function BulkChange({ entity, names, ids, onDone }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (names.length === 0) return null
  const close = (isDone: boolean) => {
    setIsOpen(false)
    if (isDone) onDone()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Change
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Change a field" isKept>
        {isOpen && <Work entity={entity} names={names} ids={ids} onClose={close} />}
      </Dialog>
    </>
  )
}

interface WorkProps extends Omit<Props, 'onDone'> {
  onClose: (isDone: boolean) => void
}

function Work({ entity, names, ids, onClose }: WorkProps) {
  const [name, setName] = useState(names[0] ?? '')
  const [value, setValue] = useState<unknown>(null)
  const chosen = useQuery({
    queryKey: [entity.plural, 'chosen'],
    queryFn: async () => rowsByIds(entity, await ids()),
    gcTime: 0,
    staleTime: 0,
  })
  const rows = chosen.data
  const wanted = value === '' ? null : value
  const changing = (rows ?? []).filter((row) => !row.deleted_at && (row[name] ?? null) !== wanted)
  const submit = useSubmit(async (key) => {
    const body = { object_class: entity.name, field: name, value: wanted }
    const asked = { ...body, ids: changing.map(({ id }) => id) }
    showFieldChange((await send(fieldChangeCalls.start, asked, { key })).data)
    onClose(true)
  })
  const field = entity.fields[name]
  if (chosen.isError) return <Trouble cause={chosen.error} onRetry={() => void chosen.refetch()} />
  if (!field) return null
  const Input = inputs[field.kind]
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        <NativeSelect
          label="Field"
          data={names.map((one) => ({ value: one, label: labelOf(entity, one) }))}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setValue(null)
          }}
        />
        <Input
          key={name}
          {...{ entity, name, field, value }}
          id={`all-${name}`}
          label={`${labelOf(entity, name)} from now on`}
          error={submit.errorOf(name) ?? submit.problem ?? undefined}
          isDisabled={false}
          onChange={setValue}
          onBlur={() => undefined}
        />
        <ChangePreview entity={entity} name={name} rows={rows} changing={changing} />
        <EarlierChanges entity={entity} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={submit.isBusy} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={submit.isBusy} disabled={changing.length === 0}>
            {wanted === null ? 'Empty it in' : 'Change'} {countOf(entity, changing.length)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
