import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import { SendOne } from '#web/messaging/departure/send-one.tsx'
import { PreviewButton } from './preview-button.tsx'

interface Props {
  row: Contract
  onClose: () => void
}

/** Where the offer goes, and mail and document as they would be read, or what is still missing. */
export function SendOffer({ row, onClose }: Props) {
  const [message, setMessage] = useState('')
  const own = message.trim()
  return (
    <SendOne
      action="contract_offer"
      id={row.id}
      title="Send the contract?"
      reader={{
        label: 'Email',
        description: 'Left empty, it goes to the customer’s own address.',
        isOptional: true,
      }}
      options={own ? { message: own } : {}}
      intro={
        <Text size="sm">
          {row.contract_status === 'offered'
            ? 'The customer gets the document again. Earlier links stop working.'
            : 'The customer gets the contract by email, with a link to read and accept it.'}
        </Text>
      }
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Textarea
            label="Message"
            description="A line or two of your own, above the link."
            size="sm"
            autosize
            minRows={2}
            maxLength={2000}
            value={message}
            error={errorOf('message')}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <div>
            <PreviewButton id={row.id} />
          </div>
        </>
      )}
    </SendOne>
  )
}
