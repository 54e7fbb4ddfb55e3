import { Alert, Button, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { inputs } from '#web/kit/form/inputs.tsx'
import { useWarnBeforeClosing } from '#web/kit/form/unsaved.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import { type BulkResult, BulkResults } from './bulk-results.tsx'
import { changeField, forgetRows, type VersionedRow } from './change-in-place.ts'
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
  const [results, setResults] = useState<BulkResult[] | null>(null)
  const [done, setDone] = useState(0)
  const { data: rows } = useQuery({
    queryKey: [entity.plural, 'chosen'],
    queryFn: async () => (await rowsByIds(entity, await ids())) as VersionedRow[],
    gcTime: 0,
    staleTime: 0,
  })
  const wanted = value === '' ? null : value
  const changing = (rows ?? []).filter((row) => !row.deleted_at && (row[name] ?? null) !== wanted)
  const submit = useSubmit(async () => {
    setResults(await changeAll(entity, changing, name, wanted, setDone))
  })
  useWarnBeforeClosing(submit.isBusy)
  const field = entity.fields[name]
  if (results) {
    return (
      <BulkResults verb="change" entity={entity} results={results} onClose={() => onClose(true)} />
    )
  }
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
          error={submit.problem ?? undefined}
          isDisabled={false}
          onChange={setValue}
          onBlur={() => undefined}
        />
        <Preview entity={entity} name={name} rows={rows} changing={changing} />
        {submit.isBusy && (
          <Alert color="petrol" role="status">
            <Progress value={(done / changing.length) * 100} mb={4} aria-label="Progress" />
            {done} of {changing.length}. Leave this tab open until all are done.
          </Alert>
        )}
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

interface PreviewProps {
  entity: Entity
  name: string
  rows: VersionedRow[] | undefined
  changing: readonly VersionedRow[]
}

const namesShown = 5

/** What would happen, and to what it would not. */
function Preview({ entity, name, rows, changing }: PreviewProps) {
  if (!rows) return <Text size="sm">Looking …</Text>
  const deleted = rows.filter((row) => row.deleted_at).length
  const same = rows.length - deleted - changing.length
  const filled = changing.filter((row) => row[name] !== null && row[name] !== '').length
  const shown = changing.slice(0, namesShown).map((row) => String(row[entity.title] ?? row.id))
  const more = changing.length - shown.length
  return (
    <Stack gap={2}>
      <Text size="sm">
        {countOf(entity, changing.length)} would change
        {filled > 0 && `, ${filled} of them from something else`}
        {same > 0 && `; ${same} have it already`}
        {deleted > 0 && `; ${deleted} are deleted and stay as they are`}.
      </Text>
      <Text size="xs" c="dimmed">
        {shown.join(', ')}
        {more > 0 && ` and ${more} more`}
      </Text>
    </Stack>
  )
}

/** One after the other: what is refused for one is said of it, and holds none of the others up. */
async function changeAll(
  entity: Entity,
  rows: readonly VersionedRow[],
  name: string,
  value: unknown,
  onProgress: (done: number) => void,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  const changed: { before: unknown; row: VersionedRow }[] = []
  for (const row of rows) {
    const one = { id: row.id, name: String(row[entity.title] ?? row.id) }
    try {
      changed.push({ before: row[name], row: await changeField(entity, row, name, value) })
      results.push({ ...one, problem: null })
    } catch (cause) {
      results.push({ ...one, problem: messageFrom(cause) })
    }
    onProgress(results.length)
  }
  forgetRows(entity)
  if (changed.length > 0) {
    toast(`${labelOf(entity, name)} of ${countOf(entity, changed.length)} changed.`, {
      run: async () => {
        for (const { row, before } of changed) await changeField(entity, row, name, before ?? null)
        forgetRows(entity)
      },
    })
  }
  return results
}
