import { Anchor, Badge } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { meter } from '#domain/meters/meter.ts'
import { ArchivedBanner } from '#web/kit/form/archived-banner.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Warnings } from '#web/kit/form/warnings.tsx'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Beside } from '#web/kit/frame/beside.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { rememberRecord } from '#web/kit/frame/recent-records.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import type { Answer, Titles } from '#web/kit/session/api.ts'
import { AboutTab, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { MeterActions } from './meter-actions.tsx'
import type { Meter } from './meter-queries.ts'
import { MeterSummary } from './meter-summary.tsx'
import { ReadingsPanel } from './readings-panel.tsx'
import { RegistersPanel } from './registers-panel.tsx'
import { UsePanel } from './use-panel.tsx'

const tabs = {
  use: 'Use',
  readings: 'Readings',
  registers: 'Registers',
  connection: 'Connection',
  ...aboutTabs(meter),
}

/** One meter: what was used, what was read, and the facts that stay in sight. */
export function MeterDetails({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & Meter
  const titles = answer.info.titles ?? {}
  const navigate = useNavigate()
  const name = row.meter_number
  useEffect(
    () => rememberRecord({ path: `/app/meter?id=${row.id}`, title: name, kind: 'Meter' }),
    [row.id, name],
  )
  useSingleKeys({ e: () => void navigate(`/app/meter/edit?id=${row.id}`) })
  const customer = row.customer_id && titles.customer?.[String(row.customer_id)]
  return (
    <Page
      title={name}
      tabTitle={`Meter ${name}`}
      summary={
        <>
          {[row.icp_number ?? row.consumer_number, row.icp_location].filter(Boolean).join(' · ')}
          {customer && ' · '}
          {customer && (
            <Anchor
              component={Link}
              to={`/app/customer/details?id=${row.customer_id}`}
              underline="always"
              inherit
            >
              {customer}
            </Anchor>
          )}
        </>
      }
      crumbs={<Crumbs path={[['Meters', '/app/meters']]} here={name} />}
      chips={<Chips row={row} />}
      actions={<MeterActions row={row} />}
    >
      {row.deleted_at && <ArchivedBanner entity={meter} id={row.id} />}
      <Warnings entity={meter} given={answer.info.warnings} />
      <Beside label="Summary" aside={<MeterSummary row={row} titles={titles} />}>
        <AddressTabs labels={tabs} first="use" parts={aboutParts}>
          {(tab) => <Panel tab={tab} row={row} titles={titles} />}
        </AddressTabs>
      </Beside>
    </Page>
  )
}

interface PanelProps {
  tab: keyof typeof tabs
  row: EditRow & Meter
  titles: Titles
}

function Panel({ tab, row, titles }: PanelProps) {
  switch (tab) {
    case 'readings':
      return <ReadingsPanel meter={row} />
    case 'registers':
      return <RegistersPanel meter={row} />
    case 'connection':
      return <ConnectionPanel meter={row} titles={titles} />
    case 'about':
    case 'history':
      return <AboutTab tab={tab} entity={meter} row={row} canPutBack />
    default:
      return <UsePanel meter={row} />
  }
}

function Chips({ row }: { row: Meter }) {
  const options = useOptions()
  return (
    <>
      {row.icp_type && (
        <Badge color="petrol" tt="uppercase">
          {options.labelOf('icp_type', row.icp_type)}
        </Badge>
      )}
      {row.date_removed && (
        <Badge color="gray" tt="uppercase">
          Removed
        </Badge>
      )}
    </>
  )
}
