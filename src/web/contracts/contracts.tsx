import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { plural } from '#domain/kit/wording.ts'
import { daysLater, today } from '#web/kit/frame/today.ts'
import type { Filter } from '#web/kit/list/filters.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { type SavedView, viewOf } from '#web/kit/list/saved-views.ts'
import { countQuery } from '#web/kit/list/use-list.ts'
import type { Params } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useExpiringDays } from './contract-notice.ts'
import { ContractChips } from './time-badge.tsx'

const cells = {
  // The list asks for whole rows, so the row is a contract.
  contract_status: (row: unknown) => <ContractChips row={row as Contract} />,
}

/** Not in the specification: our choice. Every contract, with the questions asked about them. */
export function Screen() {
  const { role } = useSession()
  const day = today()
  const days = useExpiringDays()
  const views = useMemo(() => viewsOn(day, days), [day, days])
  return (
    <ListScreen
      entity={contract}
      builtIn={views}
      cells={cells}
      summary={(params) => <Expiring {...{ params, day, days }} />}
      actions={
        atLeast(role, 'accounting') && (
          <Button
            component={Link}
            to="/app/rates/import"
            variant="default"
            leftSection={<IconFileImport size={15} aria-hidden />}
          >
            Import rates
          </Button>
        )
      }
    />
  )
}

function Expiring({ params, day, days }: { params: Params; day: string; days: number }) {
  const ending = { 'date_end.gte': day, 'date_end.lte': daysLater(day, days) }
  const among = { contract_status: 'active', is_open_plan: false, ...ending }
  const { data } = useQuery(countQuery('contracts', { ...params, ...among }))
  if (!data) return null
  return ` · ${data.toLocaleString('en-NZ')} ${data === 1 ? 'ends' : 'end'} within ${plural(days, 'day')}`
}

function viewsOn(day: string, days: number): SavedView[] {
  const status = (...values: string[]): Filter => ({
    field: 'contract_status',
    operator: 'in',
    values,
  })
  const ends = (operator: Filter['operator'], value: string): Filter => ({
    field: 'date_end',
    operator,
    values: [value],
  })
  const binding: Filter = { field: 'is_open_plan', operator: 'eq', values: ['false'] }
  return [
    viewOf('Active', [status('active')]),
    viewOf(
      `Expiring in ${plural(days, 'day')}`,
      [status('active'), binding, ends('gte', day), ends('lte', daysLater(day, days))],
      'date_end',
    ),
    viewOf('Drafts and offers', [status('draft', 'offered')]),
    viewOf('Ended and cancelled', [status('ended', 'cancelled')]),
  ]
}
