import { Alert, List, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { SendOne } from '#web/messaging/departure/send-one.tsx'
import { PreviewButton } from './preview-button.tsx'

interface Props {
  row: Contract
  onClose: () => void
}

/** What is still missing, where the offer goes, and mail and document as they would be read. */
export function SendOffer({ row, onClose }: Props) {
  const [message, setMessage] = useState('')
  const own = message.trim()
  const { data } = useQuery({
    queryKey: ['contract', row.id, 'problems', row.version],
    queryFn: () => send(contractCalls.problems, { id: row.id }),
    staleTime: 0,
  })
  const problems = data?.data ?? []
  return (
    <SendOne
      action="contract_offer"
      id={row.id}
      title="Send the contract?"
      reader={{
        label: 'Email',
        description: 'Left empty, it goes to the customer’s own address.',
        placeholder: data?.info.to ?? '',
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
          {problems.length > 0 && (
            <Alert color="amber" title="Before it can be sent">
              <List size="sm" mb="sm">
                {problems.map(({ code, message: words }) => (
                  <List.Item key={code}>{words}</List.Item>
                ))}
              </List>
              <PreviewButton id={row.id} />
            </Alert>
          )}
        </>
      )}
    </SendOne>
  )
}
