import { PasswordInput, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { bankfeedCalls, type FeedChoice } from '#domain/bank/feed/feed-calls.ts'
import { forgetBank } from '#web/bank/bank-query.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'

interface Props {
  id: number
  onClose: () => void
  onConnected: () => void
}

/** First the token, then which of the accounts that it opens is this one. */
export function ConnectDialog({ id, onClose, onConnected }: Props) {
  const [user_token, setToken] = useState('')
  const [choices, setChoices] = useState<FeedChoice[] | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const submit = useSubmit(async () => {
    const token = user_token.trim()
    if (choices === null) {
      const found = (await send(bankfeedCalls.choices, { id, user_token: token })).data
      setChoices(found)
      setChosen(found.find(({ is_ours }) => is_ours)?.provider_account_id ?? null)
      return
    }
    const asked = { id, user_token: token, provider_account_id: chosen ?? '' }
    const { message } = await send(bankfeedCalls.connect, asked)
    toast(message)
    onConnected()
    onClose()
    await forgetBank()
  })
  const isChoosing = choices !== null
  return (
    <DialogForm
      isOpen
      title="Connect a feed"
      button={isChoosing ? 'Connect' : 'Show its accounts'}
      submit={submit}
      onClose={onClose}
      isDisabled={isChoosing ? chosen === null : user_token.trim() === ''}
    >
      {isChoosing ? (
        <Choices
          choices={choices}
          chosen={chosen}
          onChoose={setChosen}
          error={submit.errorOf('provider_account_id')}
        />
      ) : (
        <PasswordInput
          label="User token"
          description="From my.akahu.nz, of somebody who may see the account. It is kept sealed and never shown again."
          name="user_token"
          autoComplete="new-password"
          required
          maxLength={500}
          value={user_token}
          error={submit.errorOf('user_token')}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}

interface ChoicesProps {
  choices: readonly FeedChoice[]
  chosen: string | null
  onChoose: (id: string) => void
  error: string | undefined
}

/** One whose number is not told may be ours; somebody has to know. */
const isPossible = ({
  is_ours,
  bank_account_number,
}: Pick<FeedChoice, 'is_ours' | 'bank_account_number'>) => is_ours || bank_account_number === null

function Choices({ choices, chosen, onChoose, error }: ChoicesProps) {
  if (choices.length === 0) return <Text size="sm">This token opens no account.</Text>
  return (
    <Radio.Group label="Which account is it?" value={chosen} onChange={onChoose} error={error}>
      <Stack gap="xs" mt={4}>
        {choices.map(({ provider_account_id, name, bank_account_number, is_ours }) => (
          <Radio
            key={provider_account_id}
            value={provider_account_id}
            label={[name, bank_account_number].filter(Boolean).join(' · ')}
            description={is_ours ? 'It has the number of this account.' : undefined}
            disabled={!isPossible({ is_ours, bank_account_number })}
          />
        ))}
        {!choices.some(isPossible) && (
          <Text size="sm">None of them has the number of this account.</Text>
        )}
      </Stack>
    </Radio.Group>
  )
}
