import { Paper, SimpleGrid, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Bill, bill } from '#domain/bills/bill.ts'
import { billCalls } from '#domain/bills/bill-calls.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { EditNotices } from '#web/kit/form/edit-notices.tsx'
import { Editable } from '#web/kit/form/editable.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { SaveButtons } from '#web/kit/form/save-bar.tsx'
import { useDatalock } from '#web/kit/form/use-datalock.ts'
import { type EditRow, useEdit } from '#web/kit/form/use-edit.ts'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { LineEditor } from '#web/pricing/line-editor.tsx'
import { lineCell } from '#web/pricing/lines-in-words.tsx'
import { isComplete, type KnownLine, type TypedLine, typedLines } from '#web/pricing/typed-line.ts'

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

interface Props {
  row: EditRow & Bill
  head: { title: string; tabTitle: string; summary: string; crumbs: ReactNode; chips: ReactNode }
  onClose: () => void
}

/** A draft bill changed in place; its sums are computed anew when it is saved. */
export function BillEditor({ row, head, onClose }: Props) {
  const held = useDatalock(`/app/bill/edit?id=${row.id}`, forgetBill)
  const isReadOnly = held.lock.state === 'taken'
  const edit = useEdit({
    entity: bill,
    row,
    keepsDraft: true,
    called: head.tabTitle,
    send: (body, key) => {
      const sent = 'lines' in body ? { ...body, lines: completeOf(body.lines) } : body
      // The form has checked it by the entity, as the call does.
      return send(billCalls.update, sent as InputOf<typeof billCalls.update>, { key })
    },
    onSaved: (answer) => {
      void forgetMoney()
      toast(answer.message)
      onClose()
    },
  })
  useSaveKey(() => void edit.save())
  const { values } = edit
  // Once they are typed, they are those of the editor; until then, as they are stored.
  const lines = edit.isChanged('lines')
    ? (values.lines as TypedLine[])
    : typedLines((values.lines ?? []) as KnownLine[])
  const giveUp = () => {
    edit.giveUp()
    onClose()
  }
  return (
    <Page {...head} actions={<SaveButtons {...{ edit, isReadOnly }} onCancel={giveUp} />}>
      <EditNotices entity={bill} {...{ edit, held, isReadOnly }} cell={lineCell} />
      <Editable isReadOnly={isReadOnly}>
        <Paper>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, lg: 4 }} spacing="sm" verticalSpacing="xs">
            {names.map((name) => (
              <EntityInput
                key={name}
                entity={bill}
                name={name}
                value={values[name] ?? null}
                error={edit.form.errors[name] ? String(edit.form.errors[name]) : undefined}
                onChange={(value) => edit.form.setFieldValue(name, value || null)}
              />
            ))}
          </SimpleGrid>
        </Paper>
        <Paper>
          <Title order={2} mb="xs">
            Lines
          </Title>
          <LineEditor
            label="Lines of the bill"
            lines={lines}
            onChange={(next) => edit.form.setFieldValue('lines', next)}
          />
        </Paper>
      </Editable>
    </Page>
  )
}

const forgetBill = () => void queryClient.invalidateQueries({ queryKey: ['bill'] })

/** Lines as the call takes them; an unfinished one is left out. */
function completeOf(lines: unknown) {
  return (lines as TypedLine[])
    .filter(isComplete)
    .map(({ key: _key, source: _source, ...line }) => line)
}
