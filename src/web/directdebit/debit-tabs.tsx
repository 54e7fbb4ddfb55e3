import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { atLeast, type Role } from '#domain/access/role.ts'
import type { DebitSum, DirectDebitOverview } from '#domain/directdebit/directdebit-calls.ts'
import { cents, formatMoney, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { useSession } from '#web/kit/session/session.ts'
import { overviewQuery } from './debit-query.ts'
import classes from './debit-tabs.module.css'

export const debitTabs = [
  'planned',
  'with_bank',
  'not_honoured',
  'payouts',
  'invitations',
  'events',
  'connection',
] as const
export type DebitTab = (typeof debitTabs)[number]

interface ShownTab {
  label: string
  from: Role
  countOf?: (overview: DirectDebitOverview) => number
  sumOf?: (overview: DirectDebitOverview) => DebitSum
}

const both = (a: DebitSum, b: DebitSum): DebitSum => ({
  count: a.count + b.count,
  amount: toDecimalString(sumCents([cents(a.amount), cents(b.amount)])),
})

const shown: Record<DebitTab, ShownTab> = {
  planned: { label: 'Planned', from: 'accounting', sumOf: ({ planned }) => planned },
  with_bank: { label: 'With the bank', from: 'accounting', sumOf: ({ with_bank }) => with_bank },
  not_honoured: {
    label: 'Not honoured',
    from: 'accounting',
    sumOf: ({ not_honoured }) => not_honoured,
  },
  payouts: {
    label: 'Payouts',
    from: 'accounting',
    // What the bank has not shown yet.
    sumOf: ({ payouts_under_way, unmatched_payouts }) => both(payouts_under_way, unmatched_payouts),
  },
  invitations: { label: 'Invitations', from: 'accounting', countOf: ({ invited }) => invited },
  events: { label: 'Events', from: 'manager' },
  connection: { label: 'Connection', from: 'admin' },
}

/** The parts of the screen, each with how many it holds and what they come to. */
export function DebitTabs({ tab }: { tab: DebitTab }) {
  const { role } = useSession()
  const { data } = useQuery(overviewQuery)
  return (
    <nav className={classes.tabs} aria-label="Direct debits">
      {debitTabs
        .filter((one) => atLeast(role, shown[one].from))
        .map((one) => {
          const sum = data && shown[one].sumOf?.(data)
          const count = data && (sum?.count ?? shown[one].countOf?.(data))
          return (
            <Link
              key={one}
              to={`/app/directdebits?tab=${one}`}
              className={classes.tab}
              aria-current={one === tab ? 'page' : undefined}
            >
              {shown[one].label}
              {count !== undefined && (
                <span className={classes.sum}>
                  {count.toLocaleString('en-NZ')}
                  {sum && count > 0 && ` · $${formatMoney(sum.amount)}`}
                </span>
              )}
            </Link>
          )
        })}
    </nav>
  )
}
