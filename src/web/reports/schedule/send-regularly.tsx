import { Button } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ReportDefinition } from '#domain/reports/report.ts'
import type { ReportState } from '#web/reports/report-state.ts'

const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then((module) => ({ default: module.ScheduleDialog })),
)

/** Has the report come by mail, grouped and compared as it is shown. */
export function SendRegularly(props: { definition: ReportDefinition; state: ReportState }) {
  const { definition, state } = props
  const [isOpen, setIsOpen] = useState(false)
  const compare_with = state.compare === 'before' || state.compare === 'year' ? state.compare : null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarRepeat size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Send regularly
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ScheduleDialog
            definition={definition}
            schedule={null}
            shown={{ report_group: state.group, only_of: state.of, compare_with }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
