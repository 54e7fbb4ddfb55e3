import { Text } from '@mantine/core'
import { PublicPage } from '#web/kit/frame/public-page.tsx'

/** Where the provider sends a customer back to who has authorised us. */
export function Screen() {
  return (
    <PublicPage title="Thank you" summary="Direct debit">
      <Text>
        Your direct debit is being set up, and we will confirm it by email. You can close this page.
      </Text>
      <Text>
        The amount and the day of each debit stand on your invoices. To cancel, tell us or your
        bank, at any time.
      </Text>
    </PublicPage>
  )
}
