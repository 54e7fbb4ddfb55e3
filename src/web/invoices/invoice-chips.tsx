import { Badge, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { humanise } from '#domain/kit/wording.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { today } from '#web/kit/frame/today.ts'
import { badgesOf } from './invoice-badges.ts'
import classes from './invoice-chips.module.css'

interface Props {
  row: Invoice
  /** As a list shows it: in few words, and only the most pressing. */
  isBrief?: boolean
  /** What presses more than what the row itself tells. */
  children?: ReactNode
  /** Stands where nothing else does until it is known what presses. */
  waiting?: ReactNode
}

/** The status with what is true besides it. */
export function InvoiceChips({ row, isBrief = false, children, waiting }: Props) {
  const most = isBrief ? (children ? 0 : 1) : undefined
  const badges = badgesOf(row, today(), isBrief).slice(0, most)
  return (
    <span className={classes.chips} data-brief={isBrief || undefined}>
      <StatusChip value={row.invoice_status} label={humanise(row.invoice_status)} />
      {children ?? (badges.length === 0 && waiting)}
      {badges.map(({ word, tone, explanation }) =>
        explanation ? (
          <Tooltip key={word} label={explanation}>
            <Badge color={tone} tt="uppercase" tabIndex={0}>
              {word}
            </Badge>
          </Tooltip>
        ) : (
          <Badge key={word} color={tone} tt="uppercase">
            {word}
          </Badge>
        ),
      )}
    </span>
  )
}
