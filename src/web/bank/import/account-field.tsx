import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { positionsQuery } from '#web/bank/bank-query.ts'

export interface BankExtras {
  bankaccount_id: number | null
}

interface Props {
  value: BankExtras
  onChange: (value: BankExtras) => void
}

/** Whose lines they are; where there is one account, it is that one. */
export function AccountField({ value, onChange }: Props) {
  const { data: accounts = [] } = useQuery(positionsQuery)
  const only = accounts.length === 1 ? accounts[0]?.bankaccount_id : undefined
  const { bankaccount_id } = value
  useEffect(() => {
    if (only !== undefined && bankaccount_id === null) onChange({ bankaccount_id: only })
  }, [only, bankaccount_id, onChange])
  return (
    <Select
      label="Account"
      description="A file that names its account is checked against it."
      placeholder="As the file says"
      maw={360}
      mb="sm"
      clearable
      data={accounts.map((one) => ({ value: String(one.bankaccount_id), label: one.name }))}
      value={bankaccount_id === null ? null : String(bankaccount_id)}
      onChange={(chosen) => onChange({ bankaccount_id: chosen === null ? null : Number(chosen) })}
    />
  )
}
