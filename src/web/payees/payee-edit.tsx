import type { Entity } from '#domain/kit/entity.ts'
import { payeeKindOf } from '#domain/payees/payee.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { PayeeBanner } from './payee-banner.tsx'
import { PayeeCard } from './payee-card.tsx'

/** The form of somebody whom money is paid to, with what became of their account. */
export function PayeeEdit({ entity }: { entity: Entity }) {
  const kind = payeeKindOf(entity)
  return (
    <EditScreen
      entity={entity}
      above={({ id }) => <PayeeBanner kind={kind} id={id} />}
      below={({ id }) => <PayeeCard kind={kind} id={id} />}
    />
  )
}
