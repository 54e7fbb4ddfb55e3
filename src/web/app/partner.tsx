import { partner } from '#domain/partners/partner.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import { PartyMessages } from '#web/messaging/party-messages.tsx'
import { PayeeBanner } from '#web/payees/payee-banner.tsx'
import { PayeeCard } from '#web/payees/payee-card.tsx'

/** A partner, with what became of their account and what was said with them. */
export function Screen() {
  return (
    <EditScreen
      entity={partner}
      above={({ id }) => <PayeeBanner kind="partner" id={id} />}
      below={({ id, deleted_at }) => (
        <>
          <PayeeCard kind="partner" id={id} />
          <PartyMessages party="partner" id={id} isArchived={Boolean(deleted_at)} />
        </>
      )}
    />
  )
}
