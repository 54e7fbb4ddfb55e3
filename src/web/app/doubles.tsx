import { BankClock } from '#web/directdebit/bank-clock.tsx'
import { DoublesPage } from '#web/messaging/doubles.tsx'

/** A demonstration's customers, with their phones, mailboxes and banks. */
export function Screen() {
  return (
    <DoublesPage>
      <BankClock />
    </DoublesPage>
  )
}
