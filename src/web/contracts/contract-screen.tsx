import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { contract } from '#domain/contracts/contract.ts'
import { EditScreen } from '#web/kit/edit-screen.tsx'
import { Trouble } from '#web/kit/nothing-here.tsx'
import { Page } from '#web/kit/page.tsx'
import { useRow, useRowId } from '#web/kit/use-row.ts'
import { ContractDetails } from './contract-details.tsx'

/** One contract; without an id in the address, the form of a new one. */
export function Screen() {
  const id = useRowId()
  return id === null ? <NewContract /> : <OneContract key={id} id={id} />
}

function NewContract() {
  const [params] = useSearchParams()
  const customer_id = Number(params.get('customer_id')) || null
  const start = useMemo(() => (customer_id ? { customer_id } : {}), [customer_id])
  return <EditScreen key={customer_id} entity={contract} start={start} />
}

function OneContract({ id }: { id: number }) {
  const query = useRow(contract, id)
  if (query.isPending) {
    return (
      <Page title="Contract" summary=" ">
        <Skeleton height={360} radius="lg" />
      </Page>
    )
  }
  if (query.isError) {
    return (
      <Page title="Contract">
        <Trouble cause={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  }
  return <ContractDetails answer={query.data} />
}
