import { Checkbox, FileInput, Text, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { CONSENT_TEXT_VERSION, mandate } from '#domain/directdebit/mandate.ts'
import { mandateCalls } from '#domain/directdebit/mandate-calls.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { timestamp } from '#domain/kit/field.ts'
import { forgetDebitsSoon } from '#web/directdebit/debit-query.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { RevealContext } from '#web/kit/form/reveal.ts'
import { StampInput } from '#web/kit/form/stamp-input.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { attached, send } from '#web/kit/session/send.ts'
import { AccountInput } from './account-input.tsx'
import { ConsentWords } from './consent-words.tsx'
import { REPLACED } from './mandate-words.ts'

interface Props {
  row: EditRow
  source: 'phone' | 'paper'
  isReplacing: boolean
  onClose: () => void
}

const agreed = timestamp().required()

/** What a customer said on the phone or signed: whose account, when, and to which words. */
export function GivenDialog({ row, source, isReplacing, onClose }: Props) {
  const [number, setNumber] = useState('')
  const [holder, setHolder] = useState(String(row.name_holder || row.name || ''))
  const [at, setAt] = useState<unknown>(Temporal.Now.instant().round('second').toString())
  const [isRead, setIsRead] = useState(false)
  const form = useSignedForm(row.id)
  const isPhone = source === 'phone'
  const reveal = useContext(RevealContext)
  const submit = useSubmit(async () => {
    const file_id = isPhone ? undefined : await form.send()
    const asked = {
      customer_id: row.id,
      source,
      bank_account_number: number,
      account_holder: holder.trim(),
      consent: {
        text_version: CONSENT_TEXT_VERSION,
        at: String(at ?? ''),
        ...(isPhone ? { script_read: isRead } : {}),
        ...(file_id ? { file_id } : {}),
      },
      ...(isReplacing ? { replace: true } : {}),
    }
    const answer = await reveal(() => send(mandateCalls.create, asked))
    if (!answer) return
    toast(answer.message)
    onClose()
    await forgetDebitsSoon()
  })
  return (
    <DialogForm
      isOpen
      isWide
      title={isPhone ? 'Direct debit by phone' : 'Direct debit on paper'}
      button="Set up direct debit"
      submit={submit}
      onClose={onClose}
    >
      <AccountInput
        value={number}
        error={submit.errorOf('bank_account_number')}
        onChange={setNumber}
      />
      <TextInput
        label="Account holder"
        description="As the bank knows them."
        required
        maxLength={60}
        value={holder}
        error={submit.errorOf('account_holder')}
        onChange={(event) => setHolder(event.currentTarget.value)}
      />
      <ConsentWords heading={isPhone ? 'Read this out' : 'What the form must say'} />
      <StampInput
        entity={mandate}
        name="consent_at"
        field={agreed}
        id="consent-at"
        label={isPhone ? 'When they said yes' : 'When they signed'}
        value={at}
        error={submit.errorOf('consent.at')}
        isDisabled={false}
        onChange={setAt}
        onBlur={() => {}}
      />
      {isPhone ? (
        <Checkbox
          label="I read it out, and they said yes"
          checked={isRead}
          error={submit.errorOf('consent.script_read')}
          onChange={(event) => setIsRead(event.currentTarget.checked)}
        />
      ) : (
        <FormInput
          {...form}
          error={submit.errorOf('consent.file_id') ?? submit.errorOf('content')}
        />
      )}
      {isReplacing && <Text size="sm">{REPLACED}</Text>}
    </DialogForm>
  )
}

interface FormProps {
  file: File | null
  choose: (file: File | null) => void
  error: string | undefined
}

function FormInput({ file, choose, error }: FormProps) {
  return (
    <FileInput
      label="Signed form"
      description="A scan or a photo; it is kept with the customer’s files."
      placeholder="Choose a file"
      required
      clearable
      accept="application/pdf,image/*"
      leftSection={<IconUpload size={15} aria-hidden />}
      value={file}
      error={error}
      onChange={choose}
    />
  )
}

/** The form is uploaded once, however often what stands beside it has to be mended. */
function useSignedForm(customer_id: number) {
  const [file, setFile] = useState<File | null>(null)
  const [id, setId] = useState<number | null>(null)
  const choose = (next: File | null) => {
    setFile(next)
    setId(null)
  }
  async function sendOnce(): Promise<number | undefined> {
    if (id !== null || file === null) return id ?? undefined
    const about = { reference_object: 'customer', reference_id: customer_id } as const
    const asked = { ...about, name: file.name, content: attached(file), encrypt: 'false' } as const
    const { data } = await send(fileCalls.upload, asked)
    setId(data.id)
    return data.id
  }
  return { file, choose, send: sendOnce }
}
