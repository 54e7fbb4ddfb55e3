import { Anchor, Button } from '@mantine/core'
import { IconCoins, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type PartnerCount, partnerCountCalls } from '#domain/commissions/commission-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { partner } from '#domain/partners/partner.ts'
import { partnerCountsQuery } from '#web/commissions/commission-query.ts'
import { Money } from '#web/kit/list/cells.tsx'
import type { ExtraColumn } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { csvName, download } from '#web/kit/session/download.ts'
import { useSession } from '#web/kit/session/session.ts'

/** The partners, with how many customers each has and what is owed to them. */
export function Screen() {
  const { role } = useSession()
  const { data } = useQuery(partnerCountsQuery)
  const isAccounting = atLeast(role, 'accounting')
  const extra = useMemo((): ExtraColumn[] => {
    const customers: ExtraColumn = {
      name: 'customers',
      label: 'Customers',
      isNumber: true,
      cell: ({ id }) => (
        <Anchor component={Link} to={`/app/customers?figure=brought_by_${id}`} size="sm">
          {data?.get(id)?.customers ?? 0}
        </Anchor>
      ),
    }
    if (!isAccounting) return [customers]
    const amount = (name: 'earned' | 'carried' | 'owed', label: string): ExtraColumn => ({
      name,
      label,
      isNumber: true,
      cell: ({ id }) => <Money value={data?.get(id)?.[name] ?? '0.00'} />,
    })
    const last: ExtraColumn = {
      name: 'last_statement',
      label: 'Last statement',
      cell: ({ id }) => <LastStatement count={data?.get(id)} />,
    }
    return [
      customers,
      amount('earned', 'Earned, not stated'),
      amount('carried', 'Carried'),
      amount('owed', 'Owed'),
      last,
    ]
  }, [data, isAccounting])
  return (
    <ListScreen
      entity={partner}
      extra={extra}
      actions={
        isAccounting && (
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              onClick={() =>
                void download(partnerCountCalls.csv, {}, csvName(partner.plural, new Date()))
              }
            >
              Export amounts
            </Button>
            <Button
              component={Link}
              to="/app/commissionstatements"
              variant="default"
              leftSection={<IconCoins size={15} aria-hidden />}
            >
              Statements
            </Button>
          </>
        )
      }
    />
  )
}

function LastStatement({ count }: { count: PartnerCount | undefined }) {
  const last = count?.last_statement
  if (!last) return '—'
  return (
    <Anchor component={Link} to={`/app/commissionstatement?id=${last.id}`} size="sm">
      {last.number}, {formatDay(last.sent_date)}
    </Anchor>
  )
}
