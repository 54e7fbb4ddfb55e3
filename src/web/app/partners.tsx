import { Button } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { partner } from '#domain/partners/partner.ts'
import { partnerCountsQuery } from '#web/commissions/commission-query.ts'
import { Money } from '#web/kit/list/cells.tsx'
import type { ExtraColumn } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { useSession } from '#web/kit/session/session.ts'

/** The partners, with how many customers each has and what waits to be stated. */
export function Screen() {
  const { role } = useSession()
  const { data } = useQuery(partnerCountsQuery)
  const isAccounting = atLeast(role, 'accounting')
  const extra = useMemo((): ExtraColumn[] => {
    const customers: ExtraColumn = {
      name: 'customers',
      label: 'Customers',
      isNumber: true,
      cell: ({ id }) => data?.get(id)?.customers ?? 0,
    }
    const earned: ExtraColumn = {
      name: 'earned',
      label: 'Earned, not stated',
      isNumber: true,
      cell: ({ id }) => <Money value={data?.get(id)?.earned ?? '0.00'} />,
    }
    return isAccounting ? [customers, earned] : [customers]
  }, [data, isAccounting])
  return (
    <ListScreen
      entity={partner}
      extra={extra}
      actions={
        isAccounting && (
          <Button
            component={Link}
            to="/app/commissionstatements"
            variant="default"
            leftSection={<IconCoins size={15} aria-hidden />}
          >
            Statements
          </Button>
        )
      }
    />
  )
}
