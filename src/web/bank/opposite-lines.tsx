import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Params } from '#web/kit/session/api.ts'
import { listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { textsOf, titleOf } from './line-list.tsx'

/** Lines of just the opposite amount: the other side of a transfer, or what takes a line back. */
export function useOpposite(row: BankTransaction, where: Params) {
  const amount = toDecimalString(wholeCents(-cents(row.amount)))
  const params = { amount, ...where, order: '-transaction_date', limit: 20 }
  return useQuery({
    queryKey: ['banktransactions', 'opposite', row.id, params],
    queryFn: async ({ signal }) => {
      const answer = await send(banktransactionCalls.list, listInput(params), { signal })
      return { rows: answer.data ?? [], accounts: answer.info.titles?.bankaccount ?? {} }
    },
    staleTime: 0,
  })
}

interface Props {
  label: string
  found: ReturnType<typeof useOpposite>['data']
  /** What it means to choose none of them. */
  none: string
  value: number | null
  /** Where the dialog begins. */
  isFirst?: boolean
  onChange: (id: number | null) => void
}

export function OppositeLines({ label, found, none, value, isFirst, onChange }: Props) {
  return (
    <Radio.Group
      label={label}
      value={value === null ? '' : String(value)}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    >
      <Stack gap={6} mt={6}>
        {found?.rows.map((one) => (
          <Radio
            key={one.id}
            value={String(one.id)}
            label={wordsOf(one, found.accounts)}
            description={textsOf(one) || undefined}
          />
        ))}
        <Radio value="" label={none} {...(isFirst ? { 'data-autofocus': true } : {})} />
        {found?.rows.length === 0 && (
          <Text size="sm" c="dimmed">
            No line of the opposite amount is open.
          </Text>
        )}
      </Stack>
    </Radio.Group>
  )
}

function wordsOf(row: BankTransaction, accounts: Record<string, string>): string {
  const account = accounts[String(row.bankaccount_id)]
  const said = [formatDay(row.transaction_date), account, titleOf(row), formatMoney(row.amount)]
  return said.filter(Boolean).join(' · ')
}
