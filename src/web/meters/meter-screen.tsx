import { meter } from '#domain/meters/meter.ts'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { MeterDetails } from './meter-details.tsx'

/** One meter. */
export function Screen() {
  return (
    <RecordScreen entity={meter} title="Meter">
      {(answer) => <MeterDetails answer={answer} />}
    </RecordScreen>
  )
}
