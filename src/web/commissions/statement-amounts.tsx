import { Anchor, Paper, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Facts } from '#web/kit/frame/facts.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { StatementSumsTable } from './statement-sums.tsx'

interface Props {
  row: EditRow & CommissionStatement
  titles: Titles
}

const gstWords: Record<CommissionStatement['gst_mode'], string> = {
  buyer_created: 'The statement is the tax information for both sides.',
  their_invoice: 'No GST until their own tax invoice is booked.',
  not_registered: 'The partner is not registered for GST.',
}

const facts = [
  'payment_date',
  'batch',
  'banktransaction_id',
  'tax_invoice_number',
  'tax_invoice_date',
]

/** What a statement comes to, and what became of the money. */
export function StatementAmounts({ row, titles }: Props) {
  const isBooked = row.tax_invoice_gst !== '0.00'
  return (
    <>
      <Paper component="section" aria-label="Amounts">
        <Title order={2} mb="xs">
          Amounts
        </Title>
        <StatementSumsTable sums={row} label="Amounts" />
        <Text size="xs" c="dimmed" mt={8}>
          {gstWords[row.gst_mode]}
        </Text>
        {row.settled_by_id !== null && (
          <Text size="sm" mt={8}>
            What was carried is part of{' '}
            <Anchor
              component={Link}
              to={`/app/commissionstatement?id=${row.settled_by_id}`}
              size="sm"
            >
              {titles.commissionstatement?.[String(row.settled_by_id)] ?? 'a later statement'}
            </Anchor>
            .
          </Text>
        )}
      </Paper>
      <Facts
        entity={commissionstatement}
        row={row}
        titles={titles}
        names={isBooked ? [...facts, 'tax_invoice_gst'] : facts}
        isBrief
      />
    </>
  )
}
