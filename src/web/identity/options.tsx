import { Alert, Button, Card, Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { optionCalls, type ShownOption } from '#domain/identity/option-calls.ts'
import { defaultOptionValues } from '#domain/identity/option-defaults.ts'
import { humanise, plural } from '#domain/kit/wording.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { type Submit, useSubmit } from '#web/kit/form/use-submit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { optionsQuery } from '#web/kit/session/start-up.ts'

const lists = Object.keys(defaultOptionValues).map((value) => ({ value, label: humanise(value) }))

const isOurs = ({ list_name, value }: ShownOption) =>
  defaultOptionValues[list_name]?.includes(value) ?? false

/** The lists that forms choose from: what each entry is called, which are hidden, and new ones. */
export function Screen() {
  const { role } = useSession()
  const mayChange = atLeast(role, 'admin')
  const [list, setList] = useQueryState('list', parseAsString.withDefault('customer_status'))
  const { data, isPending, error, refetch } = useQuery(optionsQuery)
  const [opened, setOpened] = useState<ShownOption | 'new' | null>(null)
  const rows = (data ?? []).filter(({ list_name }) => list_name === list)
  const shown = rows.filter(({ is_hidden }) => !is_hidden).length
  return (
    <Page
      title="Lists of choices"
      summary={`${plural(rows.length, 'entry')} of ${humanise(list)}, ${shown} offered in forms`}
      actions={mayChange && <Button onClick={() => setOpened('new')}>Add an entry</Button>}
    >
      {!mayChange && <Alert color="gray">Only an admin can change the lists.</Alert>}
      <NativeSelect
        label="List"
        maw={320}
        data={lists}
        value={list}
        onChange={(event) => void setList(event.currentTarget.value)}
      />
      {isPending && <Skeleton height={240} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && (
        <Card withBorder p={0}>
          <PlainTable
            label={humanise(list)}
            columns={columnsFor(mayChange, setOpened)}
            rows={rows}
            keyOf={(row) => row.value}
          />
        </Card>
      )}
      {opened && (
        <EntryForm
          list_name={list}
          row={opened === 'new' ? null : opened}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  )
}

function columnsFor(mayChange: boolean, open: (row: ShownOption) => void): Column<ShownOption>[] {
  return [
    { heading: 'Label', cell: (row) => row.label, isRowHeading: true },
    { heading: 'Value', cell: (row) => row.value },
    { heading: 'Place', cell: (row) => row.position, isNumber: true },
    { heading: 'In forms', cell: (row) => <Offered row={row} /> },
    { heading: 'From', cell: (row) => (isOurs(row) ? 'The standard' : 'Your organisation') },
    ...(mayChange ? [changeColumn(open)] : []),
  ]
}

function changeColumn(open: (row: ShownOption) => void): Column<ShownOption> {
  return {
    heading: 'Change',
    cell: (row) => (
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Change ${row.label}`}
        onClick={() => open(row)}
      >
        Change
      </Button>
    ),
  }
}

function Offered({ row }: { row: ShownOption }) {
  return row.is_hidden ? (
    <StatusChip value="inactive" label="Hidden" />
  ) : (
    <StatusChip value="active" label="Offered" />
  )
}

interface FormProps {
  list_name: string
  row: ShownOption | null
  onClose: () => void
}

interface Entry {
  value: string
  label: string
  position: string
  is_hidden: boolean
}

const blank: Entry = { value: '', label: '', position: '100', is_hidden: false }

async function reread() {
  await queryClient.invalidateQueries({ queryKey: optionsQuery.queryKey })
  toast('Changes saved.')
}

function EntryForm({ list_name, row, onClose }: FormProps) {
  const [entry, setEntry] = useState(row ? { ...row, position: String(row.position) } : blank)
  const submit = useSubmit(async (key) => {
    const { value, label, is_hidden } = entry
    const position = /^-?\d{1,6}$/.test(entry.position) ? Number(entry.position) : null
    const chosen = { label, position, is_hidden }
    // A standard entry has no row until somebody changes it.
    if (row?.id && row.version)
      await send(optionCalls.update, { id: row.id, version: row.version, ...chosen }, { key })
    else await send(optionCalls.create, { list_name, value, ...chosen }, { key })
    await reread()
    onClose()
  })
  const toStandard = useSubmit(async () => {
    if (row?.id) await send(optionCalls.remove, { id: row.id })
    await reread()
    onClose()
  })
  return (
    <DialogForm
      isOpen
      title={row ? `Change ${row.label}` : `New entry of ${humanise(list_name)}`}
      button="Save"
      submit={submit}
      onClose={onClose}
    >
      <EntryFields entry={entry} isNew={row === null} submit={submit} onChange={setEntry} />
      {row?.id && isOurs(row) && (
        <Button variant="default" loading={toStandard.isBusy} onClick={() => toStandard.onSubmit()}>
          Back to the standard
        </Button>
      )}
    </DialogForm>
  )
}

interface FieldsProps {
  entry: Entry
  isNew: boolean
  submit: Submit
  onChange: (entry: Entry) => void
}

const words = {
  value: ['Value', 'What is stored and exported; it stays as it is.'],
  label: ['Label', 'What people read.'],
  position: ['Place', 'Lower ones come first.'],
} as const
const wordNames = ['value', 'label', 'position'] as const

function EntryFields({ entry, isNew, submit, onChange }: FieldsProps) {
  return (
    <>
      {wordNames.map((name) => (
        <TextInput
          key={name}
          label={words[name][0]}
          description={words[name][1]}
          readOnly={name === 'value' && !isNew}
          error={submit.errorOf(name)}
          value={entry[name]}
          onChange={(event) => onChange({ ...entry, [name]: event.currentTarget.value })}
        />
      ))}
      <Checkbox
        label="Hidden: no longer offered; what has it keeps it"
        checked={entry.is_hidden}
        onChange={(event) => onChange({ ...entry, is_hidden: event.currentTarget.checked })}
      />
    </>
  )
}
