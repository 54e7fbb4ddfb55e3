import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DrawnSignature, signatureCalls } from '#domain/contracts/signature-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import {
  emptySignature,
  type SignatureDraft,
  SignatureFields,
  sentOf,
} from './signature-fields.tsx'
import { SignatureImage } from './signature-pad.tsx'

const queryKey = ['signature', 'default']

/** The signature a member of staff uses by default, on their profile. */
export function DefaultSignature() {
  const { data, isPending, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await send(signatureCalls.ownDefault, {})).data,
  })
  const [draft, setDraft] = useState<SignatureDraft | null>(null)
  const { user } = useSession()
  const begin = () =>
    setDraft({
      ...emptySignature,
      name: data?.name ?? [user?.firstname, user?.lastname].filter(Boolean).join(' '),
      signature_type: data?.signature_type ?? 'typed',
    })
  return (
    <Paper component="section">
      <Title order={2}>Signature</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Used by default where you sign in the organisation’s name.
      </Text>
      {isPending ? (
        <Skeleton height={60} />
      ) : error ? (
        <Trouble cause={error} onRetry={() => void refetch()} />
      ) : draft ? (
        <Editor draft={draft} onChange={setDraft} stored={data} onDone={() => setDraft(null)} />
      ) : (
        <>
          {data && <SignatureImage name={data.name} strokes={data.strokes} />}
          <Button variant="default" onClick={begin}>
            {data ? 'Change signature' : 'Add a signature'}
          </Button>
        </>
      )}
    </Paper>
  )
}

interface EditorProps {
  draft: SignatureDraft
  stored: DrawnSignature | null
  onChange: (draft: SignatureDraft) => void
  onDone: () => void
}

function Editor({ draft, stored, onChange, onDone }: EditorProps) {
  const submit = useSubmit(async (key) => {
    const values = { ...sentOf(draft), is_default: true }
    if (stored)
      await send(
        signatureCalls.update,
        { id: stored.id, version: stored.version, ...values },
        { key },
      )
    else await send(signatureCalls.create, values, { key })
    await queryClient.invalidateQueries({ queryKey })
    toast('Signature saved.')
    onDone()
  })
  return (
    <form onSubmit={submit.onSubmit} aria-label="Signature" noValidate>
      {submit.problem && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert" mb="xs">
          {submit.problem}
        </Text>
      )}
      <SignatureFields value={draft} onChange={onChange} errorOf={submit.errorOf} />
      <Group gap="xs" mt="sm">
        <Button type="submit" loading={submit.isBusy}>
          Save signature
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
