import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { fileCalls } from '#domain/files/file-calls.ts'
import { parseMoney } from '#domain/kit/money.ts'
import type { GstReturn } from '#domain/reports/gstreturn.ts'
import { gstreturnCalls } from '#domain/reports/gstreturn-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { AdjustLine, type TypedLine } from './adjust-line.tsx'

interface Props {
  row: GstReturn
  onDone: () => Promise<void>
  onClose: () => void
}

const emptyLine: TypedLine = { box: 9, amount: '', reason: '', file_id: null, file: null }

/** Everything that was written into boxes 9 and 13, each with its reason and its paper. */
export function AdjustDialog({ row, onDone, onClose }: Props) {
  const kept = (row.adjustments_by_hand ?? []).map((one) => ({ ...emptyLine, ...one }))
  const [lines, setLines] = useState<TypedLine[]>(kept.length > 0 ? kept : [emptyLine])
  const put = (at: number, change: Partial<TypedLine>) =>
    setLines((all) => all.map((line, place) => (place === at ? { ...line, ...change } : line)))
  const submit = useSubmit(async (key) => {
    const written = []
    for (const [at, { box, amount, reason, file, file_id }] of lines.entries()) {
      // A paper is uploaded once, however often what stands beside it has to be mended.
      const id = file ? await upload(file) : file_id
      if (file) put(at, { file: null, file_id: id })
      written.push({ box, amount: parseMoney(amount) ?? amount, reason, file_id: id })
    }
    const { id, version } = row
    await send(gstreturnCalls.refresh, { id, version, adjustments_by_hand: written }, { key })
    await onDone()
    onClose()
  })
  return (
    <DialogForm
      isOpen
      isWide
      title="Adjust by hand"
      button="Save and compute anew"
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        GST that no document of ours has, such as private use of a car: what is to pay goes into box
        9, what comes back into box 13.
      </Text>
      {submit.details.map((detail) => (
        <Alert key={detail} color="red">
          {detail}
        </Alert>
      ))}
      {lines.map((line, at) => (
        <AdjustLine
          // Lines have no names of their own; nothing is sorted while somebody types.
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          key={at}
          number={at + 1}
          line={line}
          onChange={(change) => put(at, change)}
          onRemove={() => setLines(lines.toSpliced(at, 1))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setLines([...lines, emptyLine])}
        >
          Another line
        </Button>
      </Group>
    </DialogForm>
  )
}

/** It belongs to no customer, so it is kept with the office's own files. */
async function upload(file: File): Promise<number> {
  const asked = { name: file.name, content: attached(file), encrypt: 'false' } as const
  return (await send(fileCalls.upload, asked)).data.id
}
