import type { ReportName } from '#domain/reports/report-list.ts'
import { payables } from './aged-payables.ts'
import { receivables } from './aged-receivables.ts'
import { discounts } from './discounts-report.ts'
import { gst } from './gst/gst-report.ts'
import { margin } from './margin-report.ts'
import { numbers } from './numbers-report.ts'
import { activity } from './office/activity-report.ts'
import { care } from './office/care-report.ts'
import { messages } from './office/messages-report.ts'
import { partners } from './office/partners-report.ts'
import { pipeline } from './pipeline-report.ts'
import { quality } from './quality/quality-report.ts'
import type { ReportSource } from './report-source.ts'
import { unbilled } from './unbilled-report.ts'
import { use } from './use/use-report.ts'

/** What finds the facts of each report; one without does not compile. */
export const reportSources: Record<ReportName, ReportSource> = {
  receivables,
  payables,
  gst,
  margin,
  discounts,
  numbers,
  unbilled,
  use,
  pipeline,
  quality,
  partners,
  activity,
  messages,
  care,
}

/** That of a report that is known: the table of sources is total. */
export function sourceNamed(name: string): ReportSource {
  return reportSources[name as ReportName]
}
