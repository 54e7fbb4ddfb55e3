import { useRowId } from '#web/kit/session/use-row.ts'
import { ImportPage } from './import-page.tsx'
import { NewImport } from './new-import.tsx'

/** Files of readings: a new one, or one that was brought in before. */
export function Screen() {
  const id = useRowId()
  return id === null ? <NewImport /> : <ImportPage key={id} id={id} />
}
