import { staff } from '#domain/identity/staff.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { AboutRecord } from '#web/tasks/about-record.tsx'

/** Somebody who works here, and what was written down about them. */
export function Screen() {
  return <EditScreen entity={staff} below={(row) => <AboutRecord entity={staff} row={row} />} />
}
