import { organisation } from '#domain/identity/organisation.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { Demonstrations, NewDemonstration } from './demonstrations.tsx'

export function Screen() {
  return (
    <>
      <ListScreen entity={organisation} title="All Organisations" actions={<NewDemonstration />} />
      <Demonstrations />
    </>
  )
}
