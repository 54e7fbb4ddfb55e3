import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { atLeast, type Role } from '#domain/access/role.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import type { HistoryRow } from '#domain/kit/history-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { isSameValue, maySet, type Values } from '#web/kit/form/merge.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import { forgetRows } from '#web/kit/list/change-in-place.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { updateCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useRow } from '#web/kit/session/use-row.ts'
import { sidesOf } from './history-words.ts'
import { toast } from './toast.tsx'

interface Props {
  entity: Entity
  id: number
  change: HistoryRow
  titles: Titles
}

/** Saves again what stood before a change: shown first, under every rule of an ordinary save. */
export function PutBack({ entity, id, change, titles }: Props) {
  const { role } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const row = useRow(entity, id).data?.data
  if (!row || row.deleted_at || !atLeast(role, entity.access.write)) return null
  const names = putBackNames(entity, role, change, row)
  if (names.length === 0) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
        Put these values back
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Put these values back">
        {isOpen && (
          <Look {...{ entity, change, titles, row, names }} onClose={() => setIsOpen(false)} />
        )}
      </Dialog>
    </>
  )
}

/** What somebody may type in its form, is not hidden, and is different now. */
function putBackNames(entity: Entity, role: Role, change: HistoryRow, row: Values): string[] {
  if (change.action !== 'update') return []
  const typed = new Set(Object.values(entity.form).flat())
  return Object.entries(change.changes).flatMap(([name, sides]) => {
    const field = entity.fields[name]
    if (!field || !typed.has(name) || !maySet(field, role) || field.options.masked) return []
    return isSameValue(sidesOf(sides).from, row[name]) ? [] : [name]
  })
}

interface LookProps {
  entity: Entity
  change: HistoryRow
  titles: Titles
  row: Values
  names: readonly string[]
  onClose: () => void
}

function Look({ entity, change, titles, row, names, onClose }: LookProps) {
  const options = useOptions()
  const before = (name: string) => sidesOf(change.changes[name]).from ?? null
  const shown = (name: string, value: unknown) => cellOf(entity, name, value, { titles, options })
  const submit = useSubmit(async () => {
    const call = updateCall(entity)
    const values = Object.fromEntries(names.map((name) => [name, before(name)]))
    // The server checks it by the entity, as any other save.
    const body = { id: row.id, version: row.version, ...values } as InputOf<typeof call>
    try {
      await send(call, body)
    } finally {
      // Also where somebody was faster: what is shown then is what there is now.
      forgetRows(entity)
    }
    toast('The values are back.')
    onClose()
  })
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        <PlainTable
          label="What will change"
          isNarrow
          rows={names}
          keyOf={(name) => name}
          columns={[
            { heading: 'Field', isStrong: true, cell: (name) => labelOf(entity, name) },
            { heading: 'Now', cell: (name) => shown(name, row[name]) },
            { heading: 'Then', cell: (name) => shown(name, before(name)) },
          ]}
        />
        {submit.problem && (
          <Text size="sm" c="red" role="alert">
            {submit.problem}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" loading={submit.isBusy}>
            Put back
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
