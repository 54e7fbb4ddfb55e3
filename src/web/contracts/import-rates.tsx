import { Group, Paper, SegmentedControl, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { atLeast } from '#domain/access/role.ts'
import { rateColumns } from '#domain/contracts/rate-file.ts'
import {
  type RateImport,
  rateimport,
  type StagedRate,
  stagedrate,
} from '#domain/contracts/rateimport.ts'
import { rateimportCalls, stagedrateCalls } from '#domain/contracts/rateimport-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NoPermission } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { cellScreen } from '#web/kit/import/cell-screen.tsx'
import { FileImport } from '#web/kit/import/file-import.tsx'
import type { ImportCounts, ImportScreen } from '#web/kit/import/import-screen.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { ImportedRates } from './imported-rates.tsx'
import { bothSides, forgetContracts, type Side, sides } from './rate-side.ts'
import { ShadowTotals } from './shadow-totals.tsx'

const template = `contract_number,rate_name,rate_amount,valid_from_date,rate_type,rate_unit
K-1001,Day energy,0.2415,2027-04-01,variable,kWh
K-1001,Daily charge,1.9000,2027-04-01,fixed,day
`

interface RateExtras {
  side: Side
  day: string | null
}

const shared = cellScreen<StagedRate>(rateColumns, humanise)

const rates: ImportScreen<
  RateImport,
  StagedRate,
  ReturnType<typeof shared.preview>['rows'][number],
  RateExtras
> = {
  ...shared,
  batch: rateimport,
  row: stagedrate,
  calls: {
    ...rateimportCalls,
    rows: stagedrateCalls.list,
    mend: stagedrateCalls.update,
    acceptRows: stagedrateCalls.accept,
    rejectRows: stagedrateCalls.reject,
  },
  made: { one: 'rate update', many: 'rate updates' },
  path: '/app/rates/import',
  title: 'Import rates',
  summary: 'New rates for many contracts from one file: all of it or nothing.',
  crumbs: [['Contracts', '/app/contracts']],
  source: {
    hint: 'Drop a CSV file here, one line for each new rate. A contract is named by its number or its ICP.',
    template,
    templateName: 'rates-template.csv',
    megabytes: 5,
  },
  extras: { initial: { side: 'sell', day: null }, Fields: SideAndDay },
  send: async ({ file, mapping, again, extras }, key) => {
    const content = attached(new File([file.content], file.name))
    const valid_from_date = extras.day || undefined
    const form = {
      file_name: file.name,
      side: extras.side,
      valid_from_date,
      mapping,
      again,
      content,
    }
    return (await send(rateimportCalls.create, form, { key })).data
  },
  takeable: (counts) => {
    const { good, waiting } = shared.takeable(counts)
    const blocked = 'Nothing is imported while a row has an error: mend it or leave it out.'
    return waiting === '' ? { good, waiting } : { good: 0, waiting: `${waiting} ${blocked}` }
  },
  undo: { reason: 'needed', detail: 'Only while nothing was billed with these rates.' },
  Waiting: LastYear,
  Done: ImportedRates,
  forget: forgetContracts,
}

/** New rates for many contracts from one file: looked at first, then all of it or nothing. */
export function Screen() {
  const { role } = useSession()
  if (atLeast(role, 'accounting')) return <FileImport screen={rates} />
  return (
    <Page
      title={rates.title}
      summary={rates.summary}
      crumbs={<Crumbs path={rates.crumbs} here={rates.title} />}
    >
      <NoPermission />
    </Page>
  )
}

interface FieldProps {
  value: RateExtras
  onChange: (value: RateExtras) => void
}

function SideAndDay({ value, onChange }: FieldProps) {
  return (
    <Group align="flex-start" gap="lg" mb="sm">
      <div>
        <SegmentedControl
          aria-label="Side"
          data={bothSides.map((one) => ({ value: one, label: `${sides[one].label} rates` }))}
          value={value.side}
          // The values are those above.
          onChange={(next) => onChange({ ...value, side: next as Side })}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {sides[value.side].whose}.
        </Text>
      </div>
      <DayInput
        label="New rates from"
        description="For rows that name no day of their own."
        value={value.day ?? ''}
        onChange={(day) => onChange({ ...value, day })}
      />
    </Group>
  )
}

/** What the new rates would have meant, once every row of the file is right. */
function LastYear({ row, counts }: { row: RateImport; counts: ImportCounts }) {
  const isClean = (counts.error ?? 0) === 0 && (counts.total ?? 0) > 0
  const { data: changes } = useQuery({
    queryKey: ['rateimport', row.id, 'changes', counts],
    queryFn: async ({ signal }) =>
      (await send(rateimportCalls.changes, { id: row.id }, { signal })).data,
    enabled: isClean,
  })
  if (!isClean || !changes || changes.length === 0) return null
  return (
    <Paper component="section" aria-labelledby="last-year">
      <Title order={2} id="last-year" mb="sm">
        On the last year’s use
      </Title>
      <ShadowTotals side={row.side} changes={changes} />
    </Paper>
  )
}
