import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PartKind } from '#domain/bank/candidate.ts'
import type { CommissionStatement } from '#domain/commissions/commissionstatement.ts'
import { transferOf } from '#domain/commissions/statement-sums.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Params } from '#web/kit/session/api.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

type FoundRow = Record<string, unknown> & { id: number }

interface Source {
  label: string
  plural: string
  params: (size: string) => Params
  /** The party a row is about. */
  party: 'customer' | 'supplier' | 'partner'
  number: string
  date: string
  amount: string
  /** What the line shows of a row where it is more than that amount. */
  sizeOf?: (row: FoundRow) => string
}

type Shared = Pick<Source, 'plural' | 'party' | 'number' | 'date' | 'amount'>

const fromCustomer: Shared = {
  plural: 'invoicepayments',
  party: 'customer',
  number: 'reference',
  date: 'payment_date',
  amount: 'amount_incl_gst',
}
const toSupplier: Shared = { ...fromCustomer, plural: 'billpayments', party: 'supplier' }

/** What of ours a part of this kind links, and which of it may be chosen. */
export const sources: Partial<Record<PartKind, Source>> = {
  payment: {
    ...fromCustomer,
    label: 'Recorded payments',
    params: () => ({ payment_status: 'received', 'amount_incl_gst.gt': '0' }),
  },
  dishonour: {
    ...fromCustomer,
    label: 'The payment that came back',
    params: (size) => ({ 'payment_status.in': 'received,reconciled', amount_incl_gst: size }),
  },
  refund: {
    ...fromCustomer,
    label: 'The payment it was refunded of',
    params: () => ({ 'payment_status.in': 'received,partly_refunded,refunded' }),
    amount: 'refunded_amount',
  },
  billpayment: {
    ...toSupplier,
    label: 'Payments to suppliers',
    params: () => ({ payment_status: 'paid' }),
  },
  returned: {
    ...toSupplier,
    label: 'Payments that came back',
    params: () => ({ 'payment_status.in': 'paid,cleared' }),
  },
  commission: {
    label: 'Commission statements',
    plural: 'commissionstatements',
    party: 'partner',
    number: 'statement_number',
    date: 'sent_date',
    amount: 'to_pay',
    // The row is one of the list asked for above.
    sizeOf: (row) => toDecimalString(transferOf(row as unknown as CommissionStatement)),
    params: () => ({ 'statement_status.in': 'sent,paid', 'to_pay.gt': '0' }),
  },
  bill: {
    label: 'Bills',
    plural: 'bills',
    party: 'supplier',
    number: 'supplier_statement_number',
    date: 'supplier_due_date',
    amount: 'balance',
    params: () => ({ 'bill_status.in': 'approved,invoiced', 'balance.gt': '0' }),
  },
}

interface Props {
  source: Source
  /** What is left to be explained, without a sign. */
  size: string
  ids: number[]
  isFirst?: boolean
  /** The rows chosen, and what they come to. */
  onChange: (ids: number[], amount: string) => void
}

/** Payments or bills of ours that a line shows; they are searched for as one types. */
export function LinkedRows({ source, size, ids, isFirst, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<number, FoundRow>>(new Map())
  const [q] = useDebouncedValue(typed, 200)
  const params = { ...source.params(size), q, order: `-${source.date}`, limit: 50 }
  const { data } = useQuery({
    queryKey: [source.plural, 'to link', params],
    queryFn: async ({ signal }) => {
      const answer = await send(listCall(source), listInput(params), { signal })
      return { rows: answer.data ?? [], titles: answer.info.titles ?? {} }
    },
    placeholderData: (before) => before,
  })
  const rows = new Map([...known, ...(data?.rows ?? []).map((row) => [row.id, row] as const)])
  const choose = (next: string[]) => {
    const chosen = next.map(Number)
    const amounts = chosen.map((id) => cents(sizeIn(rows.get(id), source)))
    setKnown(rows)
    onChange(chosen, toDecimalString(wholeCents(sumCents(amounts))))
  }
  const titles = data?.titles[source.party] ?? {}
  return (
    <MultiSelect
      label={source.label}
      withAsterisk
      {...(isFirst ? { 'data-autofocus': true } : {})}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already, in more than the label.
      filter={({ options }) => options}
      nothingFoundMessage="Nothing of that kind waits."
      data={[...rows.values()].map((row) => ({
        value: String(row.id),
        label: wordsOf(row, source, titles),
      }))}
      value={ids.map(String)}
      onChange={choose}
    />
  )
}

function sizeIn(row: FoundRow | undefined, { amount, sizeOf }: Source): string {
  if (row && sizeOf) return sizeOf(row)
  const own = String(row?.[amount] ?? '')
  // A payout of credit is below zero, and is all refund.
  const size = own === '' || cents(own) === 0 ? String(row?.amount_incl_gst ?? '0.00') : own
  return size.replace('-', '')
}

function wordsOf(row: FoundRow, source: Source, titles: Record<string, string>): string {
  const { party, number, date } = source
  const who = titles[String(row[`${party}_id`])]
  const day = formatDayShort(row[date] ? String(row[date]) : null)
  const said = [who, row[number], day, formatMoney(sizeIn(row, source))]
  return said.filter(Boolean).join(' · ')
}
