import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { customer } from '#domain/customers/customer.ts'
import { meterCalls } from '#domain/meters/meter-calls.ts'
import { proposal } from '#domain/proposals/proposal.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { send } from '#web/kit/session/send.ts'
import { useRow, useRowId } from '#web/kit/session/use-row.ts'
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
  const service = useService(customer_id)
  const options = useOptions()
  const icp_type = service.data ?? null
  const words = [
    query.data?.data.name,
    icp_type && options.labelOf('icp_type', icp_type).toLowerCase(),
  ]
  const name = words.filter(Boolean).join(', ')
  const start = useMemo(
    () => ({ ...(customer_id ? { customer_id, icp_type } : {}), name: asked ?? name }),
    [customer_id, icp_type, asked, name],
  )
  if (customer_id && (query.isPending || service.isPending)) return <Shape title="New Proposal" />
  return <ProposalEditor key={customer_id} answer={null} start={start} />
}

/** One service is priced at a time; most often it is electricity. */
function useService(customer_id: number | null) {
  return useQuery({
    queryKey: ['meters', 'services', customer_id],
    queryFn: async ({ signal }) => {
      const params = { customer_id, fields: 'id,icp_type', limit: 500 }
      const { data } = await send(meterCalls.list, params, { signal })
      const services = (data ?? []).flatMap((row) => row.icp_type ?? [])
      return services.includes('electricity') ? 'electricity' : (services[0] ?? null)
    },
    enabled: customer_id !== null,
  })
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
