import { user } from '#domain/identity/user.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'

export function Screen() {
  return <ListScreen entity={user} title="All Users" />
}
