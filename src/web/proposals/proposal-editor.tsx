import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { type Proposal, proposal } from '#domain/proposals/proposal.ts'
import { MergeDialog } from '#web/kit/dialogs/merge-dialog.tsx'
import { ArchivedBanner } from '#web/kit/form/archived-banner.tsx'
import { DraftBanner } from '#web/kit/form/draft-banner.tsx'
import { EditForm } from '#web/kit/form/edit-form.tsx'
import { LockBanner } from '#web/kit/form/lock-banner.tsx'
import type { Values } from '#web/kit/form/merge.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { useDatalock } from '#web/kit/form/use-datalock.ts'
import { type Edit, type EditRow, useEdit } from '#web/kit/form/use-edit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { rememberRecord } from '#web/kit/frame/recent-records.ts'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { AboutRecord } from '#web/tasks/about-record.tsx'
import { CandidateRatesTable } from './candidate-rates-table.tsx'
import { PriceResult } from './price-result.tsx'
import { ProposalActions } from './proposal-actions.tsx'
import classes from './proposal-editor.module.css'
import { candidatesOf, type TypedRate, typedRates } from './typed-rate.ts'
import { useContractInForce } from './use-contract-in-force.ts'
import { usePriced } from './use-priced.ts'

interface Props {
  /** The stored proposal; null for a new one. */
  answer: Answer<EditRow> | null
  start: Values
  onStale?: () => void
}

/** Terms and rates on the left, what they come to on the right. */
export function ProposalEditor({ answer, start, onStale = () => undefined }: Props) {
  const row = answer?.data ?? null
  // The call answers a row of the entity it names.
  const stored = row as (EditRow & Proposal) | null
  const { role } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isAllowed = atLeast(role, proposal.access.write)
  const isLockable = row !== null && !row.deleted_at && isAllowed
  const { lock, takeOver } = useDatalock(isLockable ? `${pathname}?id=${row.id}` : null, onStale)
  const edit = useEdit({
    entity: proposal,
    row,
    start,
    keepsDraft: isAllowed && !row?.deleted_at,
    onSaved: (saved, isNew) => {
      toast(saved.message)
      if (isNew) void navigate(`/app/proposal/edit?id=${saved.data.id}`, { replace: true })
    },
  })
  useSaveKey(() => void edit.save())
  const [typed, setTyped] = useTypedRates(edit)
  const candidates = candidatesOf(typed)
  const priced = usePriced(edit.values, candidates)
  const { contract_id, terms } = useContractInForce(edit.values)
  const isReadOnly = !isAllowed || Boolean(row?.deleted_at) || lock.state === 'taken'
  const title = stored ? stored.name : 'New Proposal'
  useRemembered(stored)
  return (
    <Page
      title={title}
      summary={summaryOf(answer)}
      crumbs={<Crumbs path={crumbsOf(answer)} here={stored ? title : 'New'} />}
      chips={<Status value={stored?.proposal_status} />}
      actions={<ProposalActions answer={answer} edit={edit} isReadOnly={isReadOnly} />}
    >
      {stored?.deleted_at && <ArchivedBanner entity={proposal} id={stored.id} />}
      <LockBanner lock={lock} onTakeOver={takeOver} />
      {!isReadOnly && <DraftBanner offer={edit.draft} />}
      <div className={classes.columns}>
        <form
          noValidate
          className={classes.terms}
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault()
            void edit.save()
          }}
        >
          <CandidateRatesTable
            rates={typed}
            contract_id={contract_id}
            error={rateError(edit)}
            isReadOnly={isReadOnly}
            onChange={setTyped}
            onCopied={(rates) => {
              setTyped(rates)
              takeTerms(edit, terms)
            }}
          />
          <EditForm
            entity={proposal}
            edit={edit}
            rowId={row?.id ?? null}
            isReadOnly={isReadOnly}
            without={['candidate_rates']}
            isNarrow
          />
          <button type="submit" hidden disabled={isReadOnly} />
        </form>
        <div className={classes.side}>
          <PaperHead answer={answer} />
          <PriceResult
            priced={priced}
            hasCustomer={Boolean(edit.values.customer_id)}
            hasRates={candidates.length > 0}
            icp_type={edit.values.icp_type ? String(edit.values.icp_type) : null}
          />
        </div>
      </div>
      {stored && <AboutRecord entity={proposal} row={stored} />}
      {edit.merge && (
        <MergeDialog
          entity={proposal}
          request={edit.merge}
          onCancel={edit.cancelMerge}
          onSave={edit.saveMerged}
        />
      )}
    </Page>
  )
}

function Status({ value }: { value: string | null | undefined }) {
  const options = useOptions()
  if (!value) return null
  return (
    <span className={classes.status}>
      <StatusChip value={value} label={options.labelOf('proposal_status', value)} />
    </span>
  )
}

const percents = ['service_fee_percent', 'discount_percent', 'gst_percent'] as const

/** Percentages nobody entered follow the contract the rates were copied from. */
function takeTerms(edit: Edit, terms: Contract | null): void {
  for (const name of percents)
    if (terms?.[name] && !edit.values[name]) edit.form.setFieldValue(name, terms[name])
}

/** The lines being typed; what is stored or merged from outside takes their place. */
function useTypedRates(edit: Edit): [TypedRate[], (rates: TypedRate[]) => void] {
  const stored = edit.values.candidate_rates
  const [typed, setTyped] = useState(() => typedRates(stored))
  const outside = JSON.stringify(candidatesOf(typedRates(stored)))
  useEffect(() => {
    setTyped((mine) =>
      JSON.stringify(candidatesOf(mine)) === outside ? mine : typedRates(JSON.parse(outside)),
    )
  }, [outside])
  return [
    typed,
    (next) => {
      setTyped(next)
      edit.form.setFieldValue('candidate_rates', candidatesOf(next))
    },
  ]
}

/** The server names the line and the field; one sentence above the lines is enough. */
function rateError(edit: Edit): string | undefined {
  const found = Object.entries(edit.form.errors).find(([name]) =>
    name.startsWith('candidate_rates'),
  )
  return found ? String(found[1]) : undefined
}

function useRemembered(row: (EditRow & Proposal) | null): void {
  const [id, name] = [row?.id, row?.name]
  useEffect(() => {
    if (!id || !name) return
    rememberRecord({ path: `/app/proposal/edit?id=${id}`, title: name, kind: 'Proposal' })
  }, [id, name])
}

/** On paper: whom it is for and until when. */
function PaperHead({ answer }: { answer: Answer<EditRow> | null }) {
  if (!answer) return null
  const { customer_id, supplier_id, valid_until_date } = answer.data
  const titles = answer.info.titles ?? {}
  const facts = [
    ['For', titles.customer?.[String(customer_id)]],
    ['Supplier', titles.supplier?.[String(supplier_id)]],
    ['Valid until', formatDayShort(valid_until_date ? String(valid_until_date) : null)],
  ]
  return (
    <dl className={classes.paper}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function summaryOf(answer: Answer<EditRow> | null): string {
  if (!answer) return 'Prices the customer’s own past use at other rates'
  const { proposal_number, supplier_id } = answer.data
  const supplier = answer.info.titles?.supplier?.[String(supplier_id)]
  return [proposal_number, supplier].filter(Boolean).join(' · ')
}

function crumbsOf(answer: Answer<EditRow> | null): [string, string][] {
  const id = answer?.data.customer_id
  const name = answer?.info.titles?.customer?.[String(id)]
  const list: [string, string] = ['Proposals', '/app/proposals']
  return name ? [list, [name, `/app/customer/details?id=${id}&tab=proposals`]] : [list]
}
