import { IconLock } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { ArchivedBanner } from '#web/kit/form/archived-banner.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Warnings } from '#web/kit/form/warnings.tsx'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Beside } from '#web/kit/frame/beside.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { rememberRecord } from '#web/kit/frame/recent-records.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import type { Answer } from '#web/kit/session/api.ts'
import { RecordMessages } from '#web/messaging/record-messages.tsx'
import { AboutTab, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
import { ContractActions } from './contract-actions.tsx'
import classes from './contract-details.module.css'
import { ContractSteps } from './contract-steps.tsx'
import { ContractSummary } from './contract-summary.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { RatesPanel } from './rates-panel.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { ContractChips } from './time-badge.tsx'

const tabs = {
  rates: 'Rates',
  terms: 'Terms',
  meters: 'Meters',
  documents: 'Documents',
  messages: 'Messages',
  ...aboutTabs(contract),
}

const allTabs = { ...tabs, partners: 'Partners and shares' }
type Tab = keyof typeof allTabs

/** What shows the meters of connections: whoever puts the screen together knows it. */
type MetersOf = (connections: readonly string[]) => ReactNode

/** What the screen shows of modules that come after contracts. */
export interface ContractParts {
  metersOf: MetersOf
  /** Who earns on it; null for those who may not see that. */
  partnersOf: ((row: Contract) => ReactNode) | null
}

interface Props extends ContractParts {
  answer: Answer<EditRow>
}

/** One contract: the facts that matter stay in sight while the sections change. */
export function ContractDetails({ answer, metersOf, partnersOf }: Props) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & Contract
  const titles = answer.info.titles ?? {}
  const navigate = useNavigate()
  const name = row.contract_number ?? `Contract ${row.id}`
  const customer = titles.customer?.[String(row.customer_id)] ?? `Customer ${row.customer_id}`
  useEffect(
    () => rememberRecord({ path: `/app/contract?id=${row.id}`, title: name, kind: `Contract` }),
    [row.id, name],
  )
  useSingleKeys({ e: () => void navigate(`/app/contract/edit?id=${row.id}`) })
  return (
    <Page
      title={name}
      tabTitle={`${name} – ${customer}`}
      summary={[customer, ...(row.connections ?? [])].join(' · ')}
      crumbs={
        <Crumbs
          path={[
            ['Contracts', '/app/contracts'],
            [customer, `/app/customer/details?id=${row.customer_id}`],
          ]}
          here={name}
        />
      }
      chips={
        <>
          <ContractChips row={row} />
          {row.is_locked && (
            <span className={classes.locked}>
              <IconLock size={15} aria-hidden /> Locked
            </span>
          )}
        </>
      }
      actions={<ContractActions row={row} actions={answer.info.available_actions ?? []} />}
    >
      {row.deleted_at && <ArchivedBanner entity={contract} id={row.id} />}
      <Warnings entity={contract} given={answer.info.warnings} />
      <ContractSteps row={row} />
      <Beside label="Summary" aside={<ContractSummary row={row} titles={titles} />}>
        <AddressTabs labels={partnersOf ? allTabs : tabs} first="rates" parts={aboutParts}>
          {(tab) => <Panel {...{ tab, row, answer, metersOf, partnersOf }} />}
        </AddressTabs>
      </Beside>
    </Page>
  )
}

interface PanelProps extends Props {
  tab: Tab
  row: EditRow & Contract
}

function Panel({ tab, row, answer, metersOf, partnersOf }: PanelProps) {
  switch (tab) {
    case 'terms':
      return <TermsPanel row={row} titles={answer.info.titles ?? {}} />
    case 'meters':
      return metersOf(row.connections ?? [])
    case 'partners':
      return partnersOf?.(row)
    case 'documents':
      return <DocumentsPanel id={row.id} />
    case 'messages':
      return (
        <RecordMessages
          about={{ contract_id: row.id }}
          nothing="The offer and notices of new rates stand here once they are sent."
        />
      )
    case 'about':
    case 'history':
      return <AboutTab tab={tab} entity={contract} row={row} />
    default:
      return <RatesPanel row={row} actions={actionsIn(answer)} />
  }
}

function actionsIn(answer: Answer<EditRow>): ReadonlySet<string> {
  const allowed = (answer.info.available_actions ?? []).filter((one) => one.allowed)
  return new Set(allowed.map((one) => one.action))
}
