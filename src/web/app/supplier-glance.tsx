import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Bill } from '#domain/bills/bill.ts'
import { billListCalls } from '#domain/bills/bill-list-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Figure, GlanceCard, GlanceLine, GlanceLines } from '#web/kit/frame/glance.tsx'
import { today } from '#web/kit/frame/today.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { send } from '#web/kit/session/send.ts'
import { since } from './customer-standing.ts'
import { PartyContact } from './party-contact.tsx'
import { supplierAccountQuery } from './supplier-account.tsx'
import { ContractLink, supplierContractsQuery } from './supplier-contracts.tsx'

/** What is asked first about a supplier. */
export function SupplierGlance({ row }: { row: EditRow }) {
  return (
    <>
      <Owed id={row.id} />
      <Bills id={row.id} />
      <Contracts id={row.id} />
      <PartyContact
        entity={supplier}
        row={row}
        names={['hotline', 'contact_name', 'phone', 'email', 'website_url']}
      />
    </>
  )
}

function Owed({ id }: { id: number }) {
  const { data } = useQuery(supplierAccountQuery(id))
  const isLate = Number(data?.overdue ?? 0) > 0
  // The items come with the oldest first.
  const oldest = data?.items.find((one) => !one.is_held && one.due_date < today())
  return (
    <GlanceCard title="What we owe them" isPending={!data}>
      <Figure>
        <Money value={data?.owed ?? '0'} isOverdue={isLate} />
      </Figure>
      {isLate ? (
        <Text size="sm" c="red" fw={600}>
          ${formatMoney(data?.overdue)} overdue{oldest && ` since ${since(oldest.due_date)}`}
        </Text>
      ) : (
        <Text size="sm">Nothing is overdue.</Text>
      )}
      {Number(data?.credit ?? 0) > 0 && (
        <Text size="sm">${formatMoney(data?.credit)} credit of ours there</Text>
      )}
    </GlanceCard>
  )
}

const MOST = 3

function Bills({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['bills', 'next of supplier', id],
    queryFn: async ({ signal }) => {
      const asked = { supplier_id: id, order: 'supplier_due_date', limit: MOST }
      const [toCheck, due] = await Promise.all([
        send(billListCalls.toCheck, asked, { signal }),
        send(billListCalls.due, asked, { signal }),
      ])
      const countOf = ({ info, data }: typeof due) => info.total ?? data?.length ?? 0
      return {
        toCheck: { rows: toCheck.data ?? [], count: countOf(toCheck) },
        due: { rows: due.data ?? [], count: countOf(due) },
      }
    },
    staleTime: 0,
  })
  const isNothing = data?.toCheck.count === 0 && data.due.count === 0
  return (
    <GlanceCard title="Bills" isPending={!data}>
      {isNothing && <Text size="sm">None to check, and none due within a week.</Text>}
      {data && data.toCheck.count > 0 && (
        <>
          <Text size="sm">{plural(data.toCheck.count, 'bill')} to check</Text>
          <BillLines label="Bills to check" rows={data.toCheck.rows} />
        </>
      )}
      {data && data.due.count > 0 && (
        <>
          <Text size="sm">{plural(data.due.count, 'bill')} due within a week or late</Text>
          <BillLines label="Bills due" rows={data.due.rows} />
        </>
      )}
    </GlanceCard>
  )
}

function BillLines({ label, rows }: { label: string; rows: readonly Bill[] }) {
  return (
    <GlanceLines label={label}>
      {rows.map((one) => (
        <GlanceLine key={one.id}>
          <Anchor component={Link} to={`/app/bill/edit?id=${one.id}`} size="sm" fw={600}>
            {one.supplier_statement_number ?? `Bill ${one.id}`}
          </Anchor>
          <span>
            {formatDayShort(one.supplier_due_date)} <Money value={one.balance ?? one.due_total} />
          </span>
        </GlanceLine>
      ))}
    </GlanceLines>
  )
}

function Contracts({ id }: { id: number }) {
  const { data } = useQuery(supplierContractsQuery(id))
  const customers = new Set(data?.rows.map(({ customer_id }) => customer_id)).size
  const isAll = data !== undefined && data.total <= data.rows.length
  return (
    <GlanceCard title="Contracts and customers" isPending={!data}>
      <Text size="sm">
        {plural(data?.total ?? 0, 'contract')} in force
        {isAll && `, ${plural(customers, 'customer')}`}
      </Text>
      <GlanceLines label="Contracts that end next">
        {data?.rows.slice(0, MOST).map((one) => (
          <GlanceLine key={one.id} more={data.titles.customer?.[String(one.customer_id)]}>
            <ContractLink one={one} />
            <Text size="sm">{one.date_end ? `ends ${formatDayShort(one.date_end)}` : 'open'}</Text>
          </GlanceLine>
        ))}
      </GlanceLines>
    </GlanceCard>
  )
}
