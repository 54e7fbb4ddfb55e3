import { gstreturn } from '#domain/reports/gstreturn.ts'
import { reports } from '#domain/reports/report-list.ts'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { ReportScreen } from '#web/reports/report-screen.tsx'
import { useReportState } from '#web/reports/report-state.ts'
import { GstReturnDetails } from './gst-return.tsx'
import { GstReturns } from './gst-returns.tsx'

/** Returns and one of them; any other days are read as every report is. */
export function GstScreen() {
  const { state } = useReportState()
  if (state.period || state.from || state.of) return <ReportScreen definition={reports.gst} />
  return (
    <RecordScreen entity={gstreturn} title="GST return" none={<GstReturns />}>
      {(answer) => <GstReturnDetails answer={answer} />}
    </RecordScreen>
  )
}
