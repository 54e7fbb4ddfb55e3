import { Alert, Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { BillForm } from '#web/bills/bill-form.tsx'
import { forgetMoney } from '#web/books/forget-money.ts'
import { DraftBanner } from '#web/kit/form/draft-banner.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import { usePageSubmit } from '#web/kit/form/use-page-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NothingHere } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { ReasonedButton } from '#web/kit/frame/reasoned-button.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import classes from '#web/kit/frame/two-columns.module.css'
import { isApiProblem, messageFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { blankLine } from '#web/pricing/typed-line.ts'
import { AmountsCard } from './amounts-card.tsx'
import { ContractChoice } from './contract-choice.tsx'
import { ExplainPanel } from './explain-panel.tsx'
import { blankDraft, type Draft, requestOf } from './invoice-draft.ts'
import { InvoiceEditor, InvoiceWarnings } from './invoice-editor.tsx'
import { SkippedDays } from './skipped-days.tsx'
import { useComputed } from './use-computed.ts'

/** A new invoice: the customer and contract bring everything else, which can then be changed. */
export function Screen() {
  const [params] = useSearchParams()
  const customer_id = Number(params.get('customer_id')) || null
  const contract_id = Number(params.get('contract_id')) || null
  const charges_only = params.has('alone')
  // Days are named by whoever found them unbilled.
  const [period_start, period_end] = [params.get('period_start'), params.get('period_end')]
  const said = period_start && period_end ? { period_start, period_end } : {}
  const key = `${customer_id} ${contract_id} ${charges_only} ${period_start} ${period_end}`
  return <NewInvoice key={key} {...{ customer_id, contract_id, charges_only, said }} />
}

function NewInvoice(start: Pick<Draft, 'customer_id' | 'contract_id' | 'charges_only' | 'said'>) {
  const [begun] = useState<Draft>(() => ({
    ...blankDraft(start.customer_id, start.contract_id),
    charges_only: start.charges_only,
    said: start.said,
  }))
  const [draft, setDraft] = useState(begun)
  const [isTouched, setIsTouched] = useState(false)
  const change = (next: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...next }))
    setIsTouched(true)
  }
  // A customer and a contract that were chosen bring everything by themselves: nothing is typed yet.
  const begin = (next: Draft) => {
    setDraft(next)
    setIsTouched(false)
  }
  const query = useComputed(draft, true)
  const form = { entity: invoice, typed: isTouched ? draft : begun, restore: change }
  const submit = usePageSubmit(form, async (key, go) => {
    const answer = await send(invoiceCalls.create, requestOf(draft), { key })
    void forgetMoney()
    toast(answer.message)
    await go(`/app/invoice/edit?id=${answer.data.id}`)
  })
  const isReady = query.data !== undefined && !query.isError
  return (
    <Page
      title="New invoice"
      tabTitle="New Invoice"
      summary="The contract brings bill, readings, rates and dates; everything can be changed."
      crumbs={<Crumbs path={[['Invoices', '/app/invoices']]} here="New invoice" />}
      actions={
        <SaveBar>
          <ReasonedButton
            reason={submit.waitsFor}
            loading={submit.isBusy}
            disabled={!isReady || query.isBehind}
            onClick={() => submit.onSubmit()}
          >
            Save
          </ReasonedButton>
        </SaveBar>
      }
    >
      <DraftBanner offer={submit.draft} />
      {submit.problem && (
        <Alert color="red" role="alert">
          {submit.problem}
        </Alert>
      )}
      <Paper>
        <Group align="flex-end" grow preventGrowOverflow={false}>
          <EntityInput
            entity={invoice}
            name="customer_id"
            value={draft.customer_id}
            onChange={(value) => begin(blankDraft(typeof value === 'number' ? value : null, null))}
          />
          <ContractChoice
            customer_id={draft.customer_id}
            value={draft.contract_id}
            isAlone={draft.charges_only}
            onChange={({ contract_id, charges_only }) =>
              begin({ ...blankDraft(draft.customer_id, contract_id), charges_only })
            }
          />
        </Group>
      </Paper>
      {draft.customer_id === null ? (
        <NothingHere
          title="Choose a customer."
          description="The proposal then comes filled from the contract, its rates and readings."
        />
      ) : (
        <Body {...{ draft, change, query, errorOf: submit.errorOf }} />
      )}
    </Page>
  )
}

/** The field's own message says more than that some details need fixing. */
function reasonOf(cause: unknown): string {
  const said = isApiProblem(cause) ? cause.errors[0]?.message : undefined
  return said ?? messageFrom(cause)
}

interface BodyProps {
  draft: Draft
  change: (next: Partial<Draft>) => void
  query: ReturnType<typeof useComputed>
  errorOf: (field: string) => string | undefined
}

function Body({ draft, change, query, errorOf }: BodyProps) {
  const [field, setField] = useState<string | null>(null)
  const computed = query.data
  // Lines under way stay in sight while the engine reads them: what is half typed is theirs alone.
  if (query.isPending && draft.lines === null) return <Skeleton height={320} radius="lg" />
  return (
    <>
      {query.isError && (
        <Alert color="amber" role="alert" title={reasonOf(query.error)}>
          {draft.lines === null && (
            <Group justify="space-between">
              <Text size="sm">Lines can be written by hand as well.</Text>
              <Button variant="default" onClick={() => change({ lines: [blankLine()] })}>
                Write lines
              </Button>
            </Group>
          )}
        </Alert>
      )}
      {(computed || draft.lines) && (
        <>
          <InvoiceWarnings warnings={computed?.warnings ?? []} />
          {computed?.skipped && (
            <SkippedDays
              days={computed.skipped}
              onBill={(days) => change({ said: { ...draft.said, ...days }, lines: null })}
            />
          )}
          <div className={classes.columns}>
            <div className={classes.main}>
              <InvoiceEditor
                draft={draft}
                computed={computed}
                onChange={change}
                errorOf={errorOf}
              />
              <BillForm
                typed={draft.bill}
                found={computed?.bill ?? null}
                isSplit={computed?.fields.billing === 'split'}
                onChange={(bill) => change({ bill })}
                errorOf={errorOf}
              />
            </div>
            {computed && (
              <aside className={classes.side} aria-label="Amounts">
                <AmountsCard
                  amounts={computed.fields}
                  gst={computed.gst}
                  isBusy={query.isBehind}
                  onExplain={setField}
                />
                {field && (
                  <ExplainPanel
                    id={null}
                    steps={computed.trace}
                    field={field}
                    lines={computed.lines}
                    onClose={() => setField(null)}
                  />
                )}
              </aside>
            )}
          </div>
        </>
      )}
    </>
  )
}
