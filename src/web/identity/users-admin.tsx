import { user } from '#domain/identity/user.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { FactorResets } from './factor-resets.tsx'

/** Everybody, and what waits for a second platform admin. */
export function Screen() {
  return (
    <>
      <FactorResets />
      <ListScreen entity={user} title="All Users" />
    </>
  )
}
