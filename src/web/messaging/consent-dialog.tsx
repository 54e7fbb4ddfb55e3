import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type ConsentFlag, consentFlags } from '#domain/messaging/checks/consented.ts'
import { consentCalls } from '#domain/messaging/consent-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

interface Props {
  customer_id: number
  flag: ConsentFlag
  isGiving: boolean
  onClose: () => void
}

/** A change of consent asks how it came about: the broker has to be able to prove it. */
export function ConsentDialog({ customer_id, flag, isGiving, onClose }: Props) {
  const [how, setHow] = useState('')
  const [words, setWords] = useState('')
  const { channel, purpose, words: what } = consentFlags[flag]
  const submit = useSubmit(async (key) => {
    const state = isGiving ? 'given' : 'withdrawn'
    const line = { customer_id, channel, purpose, state, how, words: words || null } as const
    await send(consentCalls.create, line, { key })
    toast(isGiving ? 'Consent noted.' : 'Consent withdrawn.')
    await queryClient.invalidateQueries({ queryKey: ['customer'] })
    onClose()
  })
  return (
    <DialogForm
      isOpen
      title={isGiving ? `Consent to ${what}` : `No more ${what}`}
      button={isGiving ? 'Note consent' : 'Withdraw'}
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        {isGiving
          ? 'The law asks the sender to prove it: say when, how and to whom they agreed.'
          : 'It ends at once. Bills and notices still go out.'}
      </Text>
      <Textarea
        label={isGiving ? 'How was consent given?' : 'How was it withdrawn?'}
        placeholder="On the phone, 3 May, asked by Aroha"
        required
        data-autofocus
        value={how}
        error={submit.errorOf('how') ?? submit.errorOf('contact')}
        onChange={(event) => setHow(event.currentTarget.value)}
      />
      {isGiving && (
        <Textarea
          label="Words they were shown or read"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}
