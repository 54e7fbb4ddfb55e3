import { entityNamed } from '#domain/entities.ts'
import type { ExportContents } from '#domain/exports/export.ts'
import type { ExportManifest } from '#domain/exports/manifest.ts'
import { type EntityQuestion, entityFile } from './entity-file.ts'
import { countKeptFiles } from './kept-files.ts'
import { organisationFacts, organisationFiles } from './organisation-files.ts'
import type { PlannedFile } from './planned-file.ts'
import { isReportName, reportFile } from './report-file.ts'
import type { Snapshot } from './snapshot.ts'

/** An export as it was asked for. */
export interface PlannedExport {
  kind: ExportManifest['kind']
  format: EntityQuestion['format']
  contents: ExportContents | null
  period_start: string | null
  period_end: string | null
  has_masked: boolean
  reason: string | null
  asked_by: string | null
  organisation: string
}

export interface ExportPlan {
  files: readonly PlannedFile[]
  /** How many files there will be, those of customers included. */
  count: number
  /** What else the manifest tells. */
  facts: Partial<ExportManifest>
}

/** The files that an export is made of. */
export async function planOf(snapshot: Snapshot, asked: PlannedExport): Promise<ExportPlan> {
  if (asked.kind === 'organisation') {
    const files = await organisationFiles(snapshot)
    const count = files.length + (await countKeptFiles(snapshot))
    return { files, count, facts: await organisationFacts(snapshot) }
  }
  const { entities = [], reports = [] } = asked.contents ?? {}
  const question: EntityQuestion = {
    format: asked.format,
    from: asked.period_start,
    to: asked.period_end,
    keys: asked.has_masked ? snapshot.ctx.config.secrets.fields : null,
  }
  const files = [
    ...entities.flatMap((name) => entityNamed(name) ?? []).map((one) => entityFile(one, question)),
    ...reports.filter(isReportName).map((name) => reportFile(name, question)),
  ]
  return { files, count: files.length, facts: {} }
}
