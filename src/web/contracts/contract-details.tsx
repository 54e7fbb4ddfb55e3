import { Stack, Tabs, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { FilesPanel } from '#web/files/files-panel.tsx'
import type { Answer } from '#web/kit/api.ts'
import { ArchivedBanner } from '#web/kit/archived-banner.tsx'
import { Crumbs } from '#web/kit/crumbs.tsx'
import { HistoryPanel } from '#web/kit/history-panel.tsx'
import { Page } from '#web/kit/page.tsx'
import { rememberRecord } from '#web/kit/recent-records.ts'
import { useSingleKeys } from '#web/kit/shortcuts.ts'
import type { EditRow } from '#web/kit/use-edit.ts'
import { Warnings } from '#web/kit/warnings.tsx'
import { NotesPanel } from '#web/operations/notes-panel.tsx'
import { ContractActions } from './contract-actions.tsx'
import classes from './contract-details.module.css'
import { ContractSteps } from './contract-steps.tsx'
import { ContractSummary } from './contract-summary.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { MetersPanel } from './meters-panel.tsx'
import { RatesPanel } from './rates-panel.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { ContractChips } from './time-badge.tsx'

const tabs = ['rates', 'terms', 'meters', 'documents', 'notes', 'history'] as const
type Tab = (typeof tabs)[number]

const labels: Record<Tab, string> = {
  rates: 'Rates',
  terms: 'Terms',
  meters: 'Meters',
  documents: 'Documents',
  notes: 'Notes',
  history: 'History',
}

/** One contract: the facts that matter stay in sight while the sections change. */
export function ContractDetails({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & Contract
  const titles = answer.info.titles ?? {}
  const navigate = useNavigate()
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('rates'))
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
      <div className={classes.columns}>
        <Tabs
          value={tab}
          // The value is always one of the tabs below.
          onChange={(next) => void setTab(next as Tab)}
          keepMounted={false}
          className={classes.main}
        >
          <Tabs.List mb="md">
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {labels[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab}>
            <Stack gap="md">
              {tab === 'rates' && <RatesPanel row={row} actions={actionsIn(answer)} />}
              {tab === 'terms' && <TermsPanel row={row} titles={titles} />}
              {tab === 'meters' && <MetersPanel connections={row.connections ?? []} />}
              {tab === 'documents' && (
                <>
                  <DocumentsPanel id={row.id} />
                  <Title order={2}>Files</Title>
                  <FilesPanel
                    about={{ reference_object: 'contract', reference_id: row.id }}
                    isArchived={Boolean(row.deleted_at)}
                  />
                </>
              )}
              {tab === 'notes' && (
                <NotesPanel about={{ reference_object: 'contract', reference_id: row.id }} />
              )}
              {tab === 'history' && <HistoryPanel entity={contract} id={row.id} />}
            </Stack>
          </Tabs.Panel>
        </Tabs>
        <aside className={classes.side} aria-label="Summary">
          <ContractSummary row={row} titles={titles} />
        </aside>
      </div>
    </Page>
  )
}

function actionsIn(answer: Answer<EditRow>): ReadonlySet<string> {
  const allowed = (answer.info.available_actions ?? []).filter((one) => one.allowed)
  return new Set(allowed.map((one) => one.action))
}
