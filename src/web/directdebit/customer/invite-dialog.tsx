import { Text } from '@mantine/core'
import { SendOne } from '#web/messaging/departure/send-one.tsx'

interface Props {
  customer_id: number
  /** Where it goes as a rule, or went before. */
  email: string
  isReplacing: boolean
  onClose: () => void
}

/** Mails the customer where they can authorise us, after a last look. */
export function InviteDialog({ customer_id, email, isReplacing, onClose }: Props) {
  return (
    <SendOne
      action="mandate_invite"
      id={customer_id}
      title="Invite to direct debit"
      reader={{ label: 'Email address', given: email }}
      options={isReplacing ? { replace: true } : {}}
      intro={
        <>
          <Text size="sm">
            They get a link that is good for 14 days. It says who collects and how to cancel, and
            leads to the provider’s own page, where they enter their account. A link sent before
            ends.
          </Text>
          {isReplacing && (
            <Text size="sm">
              The authority there is now stays until the new one can be used; debits not yet with
              the bank then move over.
            </Text>
          )}
        </>
      }
      onClose={onClose}
    />
  )
}
