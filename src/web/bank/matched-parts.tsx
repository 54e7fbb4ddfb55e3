import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { MatchedPart } from '#domain/bank/banktransaction-calls.ts'
import { accountText } from '#domain/books/account-names.ts'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { kindWords } from './part-words.ts'

/** What a line is: its parts, each with the way to what it became. */
export function MatchedParts({ parts }: { parts: readonly MatchedPart[] }) {
  if (parts.length === 0) return null
  return (
    <PlainTable
      label="What it is"
      rows={parts}
      keyOf={(part) => part.id}
      columns={[
        { heading: 'Kind', cell: (part) => kindWords[part.kind] },
        {
          heading: 'What it is',
          isStrong: true,
          cell: ({ account, words }) => (account ? accountText(account) : words),
        },
        { heading: 'See', cell: (part) => <Ways part={part} /> },
        { heading: 'Amount', isNumber: true, cell: (part) => <Money value={part.amount} /> },
      ]}
    />
  )
}

function Ways({ part }: { part: MatchedPart }) {
  const ways = [
    ['Customer', 'customer', part.customer_id],
    ['Supplier', 'supplier', part.supplier_id],
    ['Payment', 'invoicepayment', part.invoicepayment_id],
    ['Payment', 'billpayment', part.billpayment_id],
    ['Bill', 'bill', part.bill_id],
    [part.other_line ?? 'Other line', 'banktransaction', part.other_line_id],
  ] as const
  const shown = ways.flatMap(([label, entity, id]) => {
    const path = id === null ? null : pathOfRow(entity, id)
    return path ? [{ label, path }] : []
  })
  return shown.map(({ label, path }, place) => (
    <span key={path}>
      {place > 0 && ' · '}
      <Anchor component={Link} to={path} size="sm" inherit>
        {label}
      </Anchor>
    </span>
  ))
}
