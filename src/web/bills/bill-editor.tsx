import { Alert, Button, Group, Paper, SimpleGrid, Title } from '@mantine/core'
import { useState } from 'react'
import { type Bill, bill } from '#domain/bills/bill.ts'
import { billCalls } from '#domain/bills/bill-calls.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useTypedGuard } from '#web/kit/form/use-page-submit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { LineEditor } from '#web/pricing/line-editor.tsx'
import { isComplete, type TypedLine, typedLines } from '#web/pricing/typed-line.ts'

const names = [
  'supplier_statement_number',
  'supplier_id',
  'account_number_with_supplier',
  'date_issued',
  'supplier_due_date',
  'period_start',
  'period_end',
  'ppd_percent',
  'gst_percent',
  'opening_balance',
  'printed_total',
  'printed_gst',
  'notes',
] as const

/** A draft bill changed in place; its sums are computed anew when it is saved. */
export function BillEditor({ row, onClose }: { row: Bill; onClose: () => void }) {
  const [values, setValues] = useState<Record<string, unknown>>(() =>
    Object.fromEntries(names.map((name) => [name, row[name]])),
  )
  const [lines, setLines] = useState<TypedLine[]>(() => typedLines(row.lines ?? []))
  const submit = useSubmit(async (key) => {
    const changed = Object.entries(values).filter(([name, value]) => value !== Object(row)[name])
    const sent = lines.filter(isComplete).map(({ key: _key, source: _source, ...line }) => line)
    const body = { id: row.id, version: row.version, ...Object.fromEntries(changed), lines: sent }
    const answer = await send(billCalls.update, body, { key })
    await forgetMoney()
    toast(answer.message)
    onClose()
  })
  useTypedGuard({ values, lines }, submit)
  useSaveKey(() => submit.onSubmit())
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      {submit.problem && (
        <Alert color="red" role="alert" mb="sm">
          {submit.problem}
        </Alert>
      )}
      <Paper mb="md">
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, lg: 4 }} spacing="sm" verticalSpacing="xs">
          {names.map((name) => (
            <EntityInput
              key={name}
              entity={bill}
              name={name}
              value={values[name] ?? null}
              error={submit.errorOf(name)}
              onChange={(value) => setValues((before) => ({ ...before, [name]: value || null }))}
            />
          ))}
        </SimpleGrid>
      </Paper>
      <Paper mb="md">
        <Title order={2} mb="xs">
          Lines
        </Title>
        <LineEditor label="Lines of the bill" lines={lines} onChange={setLines} />
      </Paper>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={submit.isBusy}>
          Save
        </Button>
      </Group>
    </form>
  )
}
