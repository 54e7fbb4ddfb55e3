import { Alert, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { EditNotices } from '#web/kit/form/edit-notices.tsx'
import { Editable } from '#web/kit/form/editable.tsx'
import type { Values } from '#web/kit/form/merge.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { useDatalock } from '#web/kit/form/use-datalock.ts'
import { type EditRow, useEdit } from '#web/kit/form/use-edit.ts'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import classes from '#web/kit/frame/two-columns.module.css'
import { messageFrom } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { lineCell } from '#web/pricing/lines-in-words.tsx'
import { AmountsCard } from './amounts-card.tsx'
import { ExplainPanel } from './explain-panel.tsx'
import { draftOf, requestOf, type TypedInvoice, typedInvoice, typedOf } from './invoice-draft.ts'
import { InvoiceEditor, InvoiceWarnings } from './invoice-editor.tsx'
import { linesOf, warningsOf } from './invoice-queries.ts'
import { PagePreview } from './page-preview.tsx'
import { type ComputedDraft, useComputed } from './use-computed.ts'

interface Head {
  title: string
  tabTitle: string
  summary: string
  crumbs: ReactNode
  chips: ReactNode
}

interface Props {
  row: EditRow & Invoice
  head: Head
  onClose: () => void
}

/** A draft changed in place, with the totals the engine makes of it while it is typed. */
export function DraftEditor({ row, head, onClose }: Props) {
  const held = useDatalock(`/app/invoice/edit?id=${row.id}`, forgetInvoice)
  const isReadOnly = held.lock.state === 'taken'
  const edit = useDraftEdit({ row, head, onClose })
  const [field, setField] = useState<string | null>(null)
  const { isDirty } = edit
  const draft = draftOf(row, typedIn(edit.values), edit.isChanged)
  const query = useComputed(draft, isDirty)
  const computed = (isDirty && query.data) || storedAs(row)
  useSaveKey(() => void edit.save())
  return (
    <Page
      {...head}
      actions={
        <SaveBar>
          <Button
            variant="default"
            onClick={() => {
              edit.giveUp()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button
            loading={edit.isBusy}
            disabled={isReadOnly || !isDirty || query.isBehind || query.isError}
            onClick={() => void edit.save()}
          >
            Save
          </Button>
        </SaveBar>
      }
    >
      <EditNotices entity={typedInvoice} {...{ edit, held, isReadOnly }} cell={lineCell} />
      {query.isError && (
        <Alert color="red" role="alert">
          {messageFrom(query.error)}
        </Alert>
      )}
      <InvoiceWarnings warnings={computed.warnings} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Editable isReadOnly={isReadOnly}>
            <InvoiceEditor
              draft={draft}
              computed={computed}
              onChange={(next) => edit.form.setValues(typedOf(next))}
              errorOf={(name) => textOf(edit.form.errors[name])}
            />
          </Editable>
        </div>
        <aside className={classes.side} aria-label="Amounts">
          <AmountsCard
            amounts={computed.fields}
            gst={computed.gst}
            isBusy={isDirty && query.isBehind}
            onExplain={setField}
          />
          {field && (
            <ExplainPanel
              id={isDirty ? null : row.id}
              steps={computed.trace}
              field={field}
              lines={computed.lines}
              onClose={() => setField(null)}
            />
          )}
          <PagePreview row={row} typed={isDirty ? computed : undefined} />
        </aside>
      </div>
    </Page>
  )
}

function useDraftEdit({ row, head, onClose }: Props) {
  return useEdit({
    entity: typedInvoice,
    row,
    keepsDraft: true,
    called: head.tabTitle,
    send: (body, key, all) => {
      const draft = draftOf(row, typedIn(all), (name) => name in body)
      const about = { id: row.id, version: body.version }
      // A note that was taken out, and what was unticked, is said as well.
      const said = { notes: draft.notes.trim() || null, last_for_contract: draft.last_for_contract }
      const whole = { ...about, ...requestOf(draft), ...said }
      return send(invoiceCalls.update, whole as InputOf<typeof invoiceCalls.update>, { key })
    },
    onSaved: (answer) => {
      void forgetMoney()
      toast(answer.message)
      onClose()
    },
  })
}

const forgetInvoice = () => void queryClient.invalidateQueries({ queryKey: ['invoice'] })

/** The form holds the fields of its entity. */
const typedIn = (values: Values) => values as TypedInvoice

const textOf = (error: ReactNode) => (error ? String(error) : undefined)

/** What is stored, in the shape the engine answers. */
function storedAs(row: Invoice): ComputedDraft {
  return {
    fields: { ...row },
    lines: linesOf(row),
    gst: { discounted: row.gst_if_discounted, undiscounted: row.gst_if_not },
    trace: [],
    warnings: warningsOf(row),
    bill: null,
  }
}
