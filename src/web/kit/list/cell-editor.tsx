import { Alert, Button, Group, Popover, Stack } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { inputs } from '#web/kit/form/inputs.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { isApiProblem } from '#web/kit/session/api.ts'
import { cellOf } from './cells.tsx'
import { changeInPlace, type VersionedRow } from './change-in-place.ts'
import classes from './data-table.module.css'
import type { DataRow } from './data-table.tsx'
import type { CellEditing } from './use-cell-editing.ts'

interface Props {
  entity: Entity
  row: DataRow
  name: string
  cells: CellEditing
}

/** One field of a row, changed where it stands: Enter saves, Tab saves and goes on, Esc leaves. */
export function CellEditor({ entity, row, name, cells }: Props) {
  const options = useOptions()
  const form = useRef<HTMLFormElement>(null)
  const goesOn = useRef<1 | -1 | null>(null)
  const [value, setValue] = useState<unknown>(row[name] ?? null)
  const [theirs, setTheirs] = useState<VersionedRow | null>(null)
  const submit = useSubmit(async () => {
    try {
      // The list asks for whole rows, so the row has its version.
      const base = theirs ?? (row as VersionedRow)
      if ((base[name] ?? null) !== value) await changeInPlace(entity, base, name, value)
    } catch (cause) {
      // 474: somebody was quicker; the answer is the row as it is now.
      if (isApiProblem(cause) && cause.status === 474) setTheirs(cause.data as VersionedRow | null)
      throw cause
    }
    if (goesOn.current) cells.next(goesOn.current)
    else cells.close()
  })
  const field = entity.fields[name]
  if (!field) return null
  const Input = inputs[field.kind]
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented) cells.close()
    if (event.key !== 'Tab') return
    event.preventDefault()
    goesOn.current = event.shiftKey ? -1 : 1
    form.current?.requestSubmit()
  }
  const error = submit.errorOf(name) ?? (theirs ? undefined : (submit.problem ?? undefined))
  return (
    <Popover
      opened
      trapFocus
      returnFocus
      position="bottom-start"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <span className={classes.anchor} aria-hidden />
      </Popover.Target>
      {/* What is clicked here is no click on the row, though it hangs on it. */}
      <Popover.Dropdown onClick={(event) => event.stopPropagation()}>
        <form
          ref={form}
          noValidate
          aria-label={`Change ${labelOf(entity, name)}`}
          onSubmit={submit.onSubmit}
          onKeyDown={onKeyDown}
        >
          <Stack gap="xs" w={240}>
            <Input
              entity={entity}
              name={name}
              field={field}
              id={`cell-${name}`}
              label={labelOf(entity, name)}
              value={value}
              error={error}
              isDisabled={false}
              isFirst
              onChange={setValue}
              onBlur={() => undefined}
            />
            {theirs && (
              <Alert color="amber" role="alert" p="xs" title={submit.problem}>
                Now: {cellOf(entity, name, theirs[name], { titles: {}, options })}
              </Alert>
            )}
            <Group gap="xs" justify="flex-end">
              <Button variant="default" onClick={cells.close}>
                {theirs ? 'Keep theirs' : 'Cancel'}
              </Button>
              <Button type="submit" loading={submit.isBusy} onClick={() => (goesOn.current = null)}>
                {theirs ? 'Save mine' : 'Save'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
