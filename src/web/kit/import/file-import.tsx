import { useRowId } from '#web/kit/session/use-row.ts'
import { ImportPage } from './import-page.tsx'
import type { AnyScreen } from './import-screen.ts'
import { NewImport } from './new-import.tsx'

/** Files of one kind: a new one, or one that was brought in before. */
export function FileImport({ screen }: { screen: AnyScreen }) {
  const id = useRowId()
  return id === null ? (
    <NewImport screen={screen} />
  ) : (
    <ImportPage key={id} screen={screen} id={id} />
  )
}
