import { Paper, SimpleGrid } from '@mantine/core'
import { formatMoney } from '#domain/kit/money.ts'
import { inThousands } from '#domain/kit/wording.ts'
import type {
  ChartName,
  ChartPoint,
  DashboardChart,
} from '#domain/reports/figures/dashboard-calls.ts'
import { type Bar, BarChart, monthOfBar } from '#web/kit/charts/bar-chart.tsx'

interface Drawing {
  title: string
  unit: string
  words: { value: string; beside: string }
  heading: string
  format: (value: string) => string
}

const inMoney = {
  unit: '',
  format: (value: string) => `$${formatMoney(value)}`,
  heading: 'Month',
}

const drawings: Record<ChartName, Drawing> = {
  use: {
    title: 'Use by the month it was read',
    unit: 'kWh',
    words: { value: 'Read', beside: 'A year before' },
    heading: 'Month',
    format: inThousands,
  },
  ageing: {
    ...inMoney,
    title: 'Owed to us by how long it is due',
    words: { value: 'Owed', beside: '' },
    heading: 'Due for',
  },
  discounts: {
    ...inMoney,
    title: 'Prompt payment discounts of customers',
    words: { value: 'Taken', beside: 'Lost' },
  },
  billed: {
    ...inMoney,
    title: 'Billed and received',
    words: { value: 'Billed, without GST', beside: 'Received' },
  },
  margin: {
    ...inMoney,
    title: 'Margin of the invoices sent',
    words: { value: 'Margin', beside: '' },
  },
}

/** The charts of a set, each with its table. Loaded once somebody looks at them. */
export function DashboardCharts({ charts }: { charts: readonly DashboardChart[] }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: charts.length > 1 ? 2 : 1 }}>
      {charts.map(({ name, points }) => (
        <Paper key={name}>
          <BarChart {...drawings[name]} bars={points.map(barOf)} />
        </Paper>
      ))}
    </SimpleGrid>
  )
}

function barOf({ of, value, beside, estimated_share }: ChartPoint): Bar {
  const isMonth = /^\d{4}-\d\d-\d\d$/.test(of)
  return {
    ...(isMonth ? monthOfBar(of) : { label: of, name: of }),
    value,
    ...(beside === undefined ? {} : { beside }),
    ...(estimated_share === undefined ? {} : { estimatedShare: estimated_share }),
  }
}
