import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type CustomerCharges, chargeCalls } from '#domain/invoices/charge-calls.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { businessToday, formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './billing-run.module.css'
import { forgetRuns } from './billing-run-queries.ts'

interface MadeDrafts {
  invoice_id: number | null
  problem: string | null
}

/** Fees and credits of customers without another invoice to come: each gets a draft of its own. */
export function ChargesAlone() {
  const [made, setMade] = useState<ReadonlyMap<number, MadeDrafts>>(new Map())
  const [isBusy, setIsBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['charges', 'alone'],
    queryFn: async ({ signal }) => (await send(chargeCalls.alone, {}, { signal })).data ?? [],
    // What was just billed stays in sight with its draft.
    enabled: made.size === 0,
    staleTime: 0,
  })
  if (!data || data.length === 0) return null
  const left = data.filter((one) => !made.has(one.customer_id))
  async function makeAll() {
    setIsBusy(true)
    for (const { customer_id } of left) {
      const outcome = await makeOne(customer_id)
      setMade((before) => new Map(before).set(customer_id, outcome))
    }
    await forgetRuns()
    setIsBusy(false)
  }
  return (
    <Paper component="section">
      <Title order={2} mb={4}>
        Charges without a contract
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Fees and credits that wait although no invoice of a contract follows. No run bills them;
        each customer gets a draft of their own.
      </Text>
      <PlainTable
        label="Charges without a contract"
        rows={data}
        keyOf={(one) => one.customer_id}
        columns={[
          { heading: 'Customer', cell: (one) => <Customer waiting={one} /> },
          { heading: 'Without GST', isNumber: true, cell: (one) => formatMoney(one.amount) },
          { heading: 'State', cell: (one) => <State made={made.get(one.customer_id)} /> },
        ]}
      />
      {left.length > 0 && (
        <Group mt="md">
          <Button variant="default" loading={isBusy} onClick={() => void makeAll()}>
            Make {plural(left.length, 'draft')}
          </Button>
        </Group>
      )}
    </Paper>
  )
}

async function makeOne(customer_id: number): Promise<MadeDrafts> {
  try {
    const body = { customer_id, charges_only: true }
    const { data } = await send(invoiceCalls.create, body)
    return { invoice_id: data.id, problem: null }
  } catch (cause) {
    return { invoice_id: null, problem: messageFrom(cause) }
  }
}

function Customer({ waiting }: { waiting: CustomerCharges }) {
  const { customer_id, customer_name, charges, waits_since } = waiting
  return (
    <>
      <Anchor component={Link} to={`/app/customer/details?id=${customer_id}`} size="sm">
        {customer_name}
      </Anchor>
      <div className={classes.quiet}>
        {plural(charges, 'charge')} since{' '}
        {formatDay(businessToday(Temporal.Instant.from(waits_since)))}
      </div>
    </>
  )
}

function State({ made }: { made: MadeDrafts | undefined }) {
  if (!made?.invoice_id) return made?.problem ?? 'Waiting'
  return (
    <Anchor component={Link} to={`/app/invoice/edit?id=${made.invoice_id}`} size="sm">
      Open draft
    </Anchor>
  )
}
