import { atLeast, type Role } from '#domain/access/role.ts'
import { entities, entityNamed } from '#domain/entities.ts'
import type { ExportChoices, ExportRequest } from '#domain/exports/export-calls.ts'
import { exportDays } from '#domain/exports/export-days.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import { badField } from '#domain/kit/problem.ts'
import { reachesAll } from '#domain/kit/record-reach.ts'
import { type ReportName, reportNamed, reports } from '#domain/reports/report-list.ts'
import { spanFault } from '#domain/reports/report-period.ts'
import type { Actor } from '#server/kit/http/context.ts'

const hasMasked = (entity: Entity) => fieldsOf(entity).some(([, { options }]) => options.masked)

type ExportAsker = Pick<Actor, 'role' | 'scope'>

/** Rows of the organisation that the role, and a key, may take away, exports themselves aside. */
function exportable(actor: ExportAsker): Entity[] {
  return entities.filter(
    (entity) =>
      entity.scope === 'organisation' &&
      entity.name !== 'export' &&
      atLeast(actor.role, entity.access.csv ?? 'manager') &&
      reachesAll(actor.scope, entity),
  )
}

export function exportChoices(actor: ExportAsker): ExportChoices {
  return {
    entities: exportable(actor)
      .map((entity) => ({
        name: entity.name,
        label: entity.labelPlural,
        by: exportDays[entity.name] ?? null,
        has_masked: hasMasked(entity),
      }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    reports: Object.values(reports)
      .filter(({ csvRole }) => atLeast(actor.role, csvRole))
      .map(({ name, title, spans }) => ({ name, label: title, by: spans, has_masked: false })),
  }
}

/** What nobody can mean is refused by its field. */
export function refuseUnfitRequest(actor: ExportAsker, asked: ExportRequest): void {
  const { kind, period_start, period_end } = asked
  const chosen = asked.entities.length + asked.reports.length
  if (kind === 'data' && chosen === 0) throw badField('entities', 'Choose at least one.')
  if (kind === 'organisation' && (chosen > 0 || period_start || period_end))
    throw badField('kind', 'A whole organisation is exported whole.')
  const known = new Set(exportable(actor).map(({ name }) => name))
  if (asked.entities.some((name) => !known.has(name)))
    throw badField('entities', 'There is nothing of that name to export.')
  if (asked.reports.some((name) => !isReportFor(actor.role, name)))
    throw badField('reports', 'There is no such report.')
  if (period_end && !period_start && asked.reports.length > 0)
    throw badField('period_start', 'Say the first day.')
  const fault = period_start
    ? spanFault({ from: period_start, to: period_end ?? period_start })
    : null
  if (fault) throw badField(fault.field === 'from' ? 'period_start' : 'period_end', fault.message)
  if (needsReason(asked) && !asked.reason)
    throw badField('reason', 'Say what the hidden details are needed for.')
}

function isReportFor(role: Role, name: string): name is ReportName {
  const definition = reportNamed(name)
  return definition !== undefined && atLeast(role, definition.csvRole)
}

/** What opens hidden details, or carries everything, is asked for with a reason. */
export const needsReason = ({ kind, with_masked }: ExportRequest) =>
  kind === 'organisation' || with_masked

/** What it is of, in words: the first three and how many more. */
export function nameOf({ kind, entities: chosen, reports: told }: ExportRequest): string {
  if (kind === 'organisation') return 'The whole organisation'
  const names = [
    ...chosen.map((name) => entityNamed(name)?.labelPlural ?? name),
    ...told.map((name) => reportNamed(name)?.title ?? name),
  ]
  const more = names.length - 3
  const first = names.slice(0, more > 0 ? 3 : names.length).join(', ')
  return more > 0 ? `${first} and ${more} more` : first
}
