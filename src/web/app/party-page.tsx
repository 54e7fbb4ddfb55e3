import { type ReactNode, useEffect } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import { pathsOf } from '#domain/kit/entity-paths.ts'
import { ArchivedBanner } from '#web/kit/form/archived-banner.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Warnings } from '#web/kit/form/warnings.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Glance } from '#web/kit/frame/glance.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { rememberRecord } from '#web/kit/frame/recent-records.ts'
import type { Answer } from '#web/kit/session/api.ts'
import { PayeeBanner } from '#web/payees/payee-banner.tsx'
import { PartyActions } from './party-actions.tsx'

interface Props {
  entity: Entity
  party: 'supplier' | 'partner'
  answer: Answer<EditRow>
  summary: readonly unknown[]
  /** What whoever is no longer worked with is called. */
  past: string
  actions?: ReactNode
  glance: ReactNode
  children: ReactNode
}

/** A supplier or a partner: what is asked first stands above the tabs. */
export function PartyPage(props: Props) {
  const { entity, party, answer } = props
  const row = answer.data
  const name = String(row.name)
  const { list, open } = pathsOf(entity)
  useEffect(
    () => rememberRecord({ path: `${open}?id=${row.id}`, title: name, kind: entity.label }),
    [open, row.id, name, entity.label],
  )
  return (
    <Page
      title={name}
      summary={props.summary.filter(Boolean).join(' · ')}
      crumbs={<Crumbs path={[[entity.labelPlural, list]]} here={name} />}
      chips={row.is_active === false && <StatusChip value="ended" label={props.past} />}
      actions={
        <PartyActions entity={entity} party={party} row={row}>
          {props.actions}
        </PartyActions>
      }
    >
      {row.deleted_at && <ArchivedBanner entity={entity} id={row.id} />}
      <PayeeBanner kind={party} id={row.id} />
      <Warnings entity={entity} given={answer.info.warnings} />
      <Glance>{props.glance}</Glance>
      {props.children}
    </Page>
  )
}
