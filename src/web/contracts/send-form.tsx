import { Alert, List, Skeleton, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { send } from '#web/kit/session/send.ts'
import type { FormProps } from './contract-dialog-forms.tsx'
import { PreviewButton } from './preview-button.tsx'

/** What is still missing, where the offer goes, and the document as it would be read. */
export function SendForm({ row, given, set, submit }: FormProps) {
  const { data, isPending } = useQuery({
    queryKey: ['contract', row.id, 'problems', row.version],
    queryFn: () => send(contractCalls.problems, { id: row.id }),
    staleTime: 0,
  })
  if (isPending) return <Skeleton height={120} />
  const problems = data?.data ?? []
  const address = data?.info.to ?? ''
  return (
    <>
      <Text size="sm">
        {row.contract_status === 'offered'
          ? 'The customer gets the document again. Earlier links stop working.'
          : 'The customer gets the contract by email, with a link to read and accept it.'}
      </Text>
      {problems.length > 0 && (
        <Alert color="amber" title="Before it can be sent">
          <List size="sm">
            {problems.map(({ code, message }) => (
              <List.Item key={code}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <TextInput
        label="Email"
        description="Left empty, it goes to the customer’s own address."
        type="email"
        placeholder={address}
        value={given.to}
        error={submit.errorOf('to')}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <Textarea
        label="Message"
        description="A line or two of your own, above the link."
        size="sm"
        autosize
        minRows={2}
        maxLength={2000}
        value={given.message}
        error={submit.errorOf('message')}
        onChange={(event) => set({ message: event.currentTarget.value })}
      />
      <div>
        <PreviewButton id={row.id} />
      </div>
    </>
  )
}
