import { Alert, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { unsaved, useUnsavedGuard } from '#web/kit/form/unsaved.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import classes from '#web/kit/frame/two-columns.module.css'
import { messageFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { AmountsCard } from './amounts-card.tsx'
import { ExplainPanel } from './explain-panel.tsx'
import { type Draft, draftOf, requestOf } from './invoice-draft.ts'
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
  row: Invoice
  head: Head
  onClose: () => void
}

/** A draft changed in place, with the totals the engine makes of it while it is typed. */
export function DraftEditor({ row, head, onClose }: Props) {
  const [start] = useState(() => draftOf(row))
  const [draft, setDraft] = useState<Draft>(start)
  const [field, setField] = useState<string | null>(null)
  const isDirty = draft !== start
  const query = useComputed(draft, isDirty)
  const computed = query.data ?? storedAs(row)
  const save = async (key: string) => {
    const about = { id: row.id, version: row.version }
    const answer = await send(invoiceCalls.update, { ...about, ...requestOf(draft) }, { key })
    unsaved.set(null)
    await forgetMoney()
    toast(answer.message)
    onClose()
  }
  const submit = useSubmit(save)
  useSaveKey(() => submit.onSubmit())
  useUnsavedGuard(isDirty, () => save(crypto.randomUUID()).then(() => true), head.tabTitle)
  return (
    <Page
      {...head}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={submit.isBusy}
            disabled={!isDirty || query.isBehind || query.isError}
            onClick={() => submit.onSubmit()}
          >
            Save
          </Button>
        </>
      }
    >
      {(submit.problem || query.isError) && (
        <Alert color="red" role="alert">
          {submit.problem ?? messageFrom(query.error)}
        </Alert>
      )}
      <InvoiceWarnings warnings={computed.warnings} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <InvoiceEditor
            draft={draft}
            computed={computed}
            onChange={(next) => setDraft((before) => ({ ...before, ...next }))}
            errorOf={submit.errorOf}
          />
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
