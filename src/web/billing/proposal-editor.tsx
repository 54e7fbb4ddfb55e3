import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type Proposal, proposal } from '#domain/billing/proposal.ts'
import type { Answer } from '#web/kit/api.ts'
import { ArchivedBanner } from '#web/kit/archived-banner.tsx'
import { StatusChip } from '#web/kit/chip.tsx'
import { Crumbs } from '#web/kit/crumbs.tsx'
import { EditForm } from '#web/kit/edit-form.tsx'
import { LockBanner } from '#web/kit/lock-banner.tsx'
import type { Values } from '#web/kit/merge.ts'
import { MergeDialog } from '#web/kit/merge-dialog.tsx'
import { useOptions } from '#web/kit/options.ts'
import { Page } from '#web/kit/page.tsx'
import { rememberRecord } from '#web/kit/recent-records.ts'
import { useSession } from '#web/kit/session.ts'
import { useSaveKey } from '#web/kit/shortcuts.ts'
import { toast } from '#web/kit/toast.tsx'
import { useDatalock } from '#web/kit/use-datalock.ts'
import { type Edit, type EditRow, useEdit } from '#web/kit/use-edit.ts'
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
  const options = useOptions()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isAllowed = atLeast(role, proposal.access.write)
  const isLockable = row !== null && !row.deleted_at && isAllowed
  const { lock, takeOver } = useDatalock(isLockable ? `${pathname}?id=${row.id}` : null, onStale)
  const edit = useEdit({
    entity: proposal,
    row,
    start,
    onSaved: (saved, isNew) => {
      toast(saved.message)
      if (isNew) void navigate(`/app/proposal/edit?id=${saved.data.id}`, { replace: true })
    },
  })
  useSaveKey(() => void edit.save())
  const [typed, setTyped] = useTypedRates(edit)
  const candidates = candidatesOf(typed)
  const priced = usePriced(edit.values, candidates)
  const contract_id = useContractInForce(edit.values)
  const isReadOnly = !isAllowed || Boolean(row?.deleted_at) || lock.state === 'taken'
  const title = stored ? stored.name : 'New Proposal'
  useRemembered(stored)
  const status = stored?.proposal_status
  return (
    <Page
      title={title}
      summary={summaryOf(answer)}
      crumbs={<Crumbs path={crumbsOf(answer)} here={stored ? title : 'New'} />}
      chips={
        status && <StatusChip value={status} label={options.labelOf('proposal_status', status)} />
      }
      actions={<ProposalActions answer={answer} edit={edit} isReadOnly={isReadOnly} />}
    >
      {stored?.deleted_at && <ArchivedBanner entity={proposal} id={stored.id} />}
      <LockBanner lock={lock} onTakeOver={takeOver} />
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
          <PriceResult
            priced={priced}
            hasCustomer={Boolean(edit.values.customer_id)}
            hasRates={candidates.length > 0}
            icp_type={edit.values.icp_type ? String(edit.values.icp_type) : null}
          />
        </div>
      </div>
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
