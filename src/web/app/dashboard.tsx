import { Paper, SimpleGrid, Table, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { mandateStatuses } from '#domain/customers/mandate-status.ts'
import { humanise } from '#domain/kit/wording.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { Page } from '#web/kit/frame/page.tsx'
import { today } from '#web/kit/frame/today.ts'
import { countQuery } from '#web/kit/list/use-list.ts'
import { BankCard } from './bank-card.tsx'
import { customerCards, invoiceCards } from './customer-cards.ts'
import classes from './dashboard.module.css'
import { StatCard } from './stat-card.tsx'
import { supplyCards } from './supply-cards.ts'

/** The state of the book in numbers. */
export function Screen() {
  const options = useOptions()
  const mandates = mandateStatuses.map((value) => ({ value, label: humanise(value) }))
  return (
    <Page title="Dashboard" summary="Each number opens the list it counts">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        <BankCard />
        {[...invoiceCards, ...customerCards, ...supplyCards(today())].map((card) => (
          <StatCard key={card.label} {...card} />
        ))}
        <StatCard label="Suppliers" plural="suppliers" to="/app/suppliers" hint="we buy from" />
        <StatCard
          label="Partners"
          plural="partners"
          to="/app/partners"
          hint="who earn commission"
        />
        <StatCard label="Staff" plural="staffs" to="/app/staffs" hint="in the organisation" />
        <StatCard
          label="Power for medical reasons"
          plural="customers"
          params={{ required_for_medical: 'true' }}
          to="/app/customers?where=required_for_medical.eq%3Atrue"
          hint="never to be disconnected"
          tone="amber"
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <Bars
          title="Customers by status"
          field="customer_status"
          entries={options.of('customer_status')}
        />
        <Bars
          title="Customers by type"
          field="customer_type"
          entries={options.of('customer_type')}
        />
        <Bars title="Direct debit mandates" field="gocardless_mandate_status" entries={mandates} />
      </SimpleGrid>
    </Page>
  )
}

interface BarsProps {
  title: string
  field: string
  entries: { value: string; label: string }[]
}

/** A bar chart that is a table as well, so that everybody can read it. */
function Bars({ title, field, entries }: BarsProps) {
  const counts = useQueries({
    queries: entries.map(({ value }) => countQuery('customers', { [`${field}.in`]: value })),
  })
  const most = Math.max(1, ...counts.map(({ data }) => data ?? 0))
  const rows = entries.map((entry, index) => ({ ...entry, count: counts[index]?.data ?? 0 }))
  const shown = rows.filter(({ count }) => count > 0)
  return (
    <Paper>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing here yet.
        </Text>
      )}
      <Table verticalSpacing={5} horizontalSpacing={0} withRowBorders={false} aria-label={title}>
        <Table.Tbody>
          {shown.map(({ value, label, count }) => (
            <Table.Tr key={value}>
              <Table.Td className={classes.label}>{label}</Table.Td>
              <Table.Td>
                <div className={classes.bar} style={{ width: `${(count / most) * 100}%` }} />
              </Table.Td>
              <Table.Td className={classes.count}>{count.toLocaleString('en-NZ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
