import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { proposal } from '#domain/billing/proposal.ts'
import { customer } from '#domain/customers/customer.ts'
import { Trouble } from '#web/kit/nothing-here.tsx'
import { Page } from '#web/kit/page.tsx'
import { useRow, useRowId } from '#web/kit/use-row.ts'
import { ProposalEditor } from './proposal-editor.tsx'

/** A proposal with what it comes to beside it; without an id in the address, a new one. */
export function Screen() {
  const id = useRowId()
  return id === null ? <NewProposal /> : <OneProposal key={id} id={id} />
}

function NewProposal() {
  const [params] = useSearchParams()
  const customer_id = Number(params.get('customer_id')) || null
  const asked = params.get('name')
  const query = useRow(customer, customer_id)
  const name = query.data ? `Proposal for ${query.data.data.name}` : ''
  const start = useMemo(
    () => ({ ...(customer_id ? { customer_id } : {}), name: asked ?? name }),
    [customer_id, asked, name],
  )
  if (customer_id && query.isPending) return <Shape title="New Proposal" />
  return <ProposalEditor key={customer_id} answer={null} start={start} />
}

function OneProposal({ id }: { id: number }) {
  const query = useRow(proposal, id)
  if (query.isPending) return <Shape title="Proposal" />
  if (query.isError) {
    return (
      <Page title="Proposal">
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  return <ProposalEditor answer={query.data} start={{}} onStale={() => void query.refetch()} />
}

function Shape({ title }: { title: string }) {
  return (
    <Page title={title} summary=" ">
      <Skeleton height={420} radius="lg" />
    </Page>
  )
}
