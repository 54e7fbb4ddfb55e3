import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { contract } from '#domain/contracts/contract.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { ContractDetails, type ContractParts } from './contract-details.tsx'

/** One contract; without an id in the address, the form of a new one. */
export function ContractScreen({ metersOf, partnersOf }: ContractParts) {
  return (
    <RecordScreen entity={contract} title="Contract" none={<NewContract />}>
      {(answer) => <ContractDetails answer={answer} metersOf={metersOf} partnersOf={partnersOf} />}
    </RecordScreen>
  )
}

function NewContract() {
  const [params] = useSearchParams()
  const customer_id = Number(params.get('customer_id')) || null
  const start = useMemo(() => (customer_id ? { customer_id } : {}), [customer_id])
  return <EditScreen key={customer_id} entity={contract} start={start} />
}
