import { adjustment } from '#domain/books/adjustment.ts'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { AdjustmentDetails } from './adjustment-details.tsx'
import { AdjustmentNew } from './adjustment-new.tsx'

/** One adjustment; without an id in the address, the place to make one. */
export function Screen() {
  return (
    <RecordScreen entity={adjustment} title="Adjustment" none={<AdjustmentNew />}>
      {(answer) => <AdjustmentDetails answer={answer} />}
    </RecordScreen>
  )
}
