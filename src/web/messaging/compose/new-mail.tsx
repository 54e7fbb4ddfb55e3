import { Paper, Title } from '@mantine/core'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MailForm } from './mail-form.tsx'
import { isPrintedFor } from './mail-preview.tsx'
import { useReplyPicker } from './pickers.ts'
import { useDraft } from './use-draft.ts'
import { useMeanwhile } from './use-meanwhile.ts'

export type MailParty = 'customer' | 'supplier' | 'partner'

/** A first mail to somebody; afterwards it goes on in their thread. */
export function NewMail({ party, id }: { party: MailParty; id: number }) {
  const navigate = useNavigate()
  const draft = useDraft(undefined, { [`${party}_id`]: id }, beginningIn(useLocation().state))
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useReplyPicker(party === 'customer' ? id : null)
  const owner = { reference_object: party, reference_id: id }
  const meanwhile = useMeanwhile(null, [], draft.isBegun)
  return (
    <Paper
      component="section"
      aria-label="Email"
      maw={isPrintedFor(owner, draft.words) ? 1180 : 640}
    >
      <Title order={2} mb="xs">
        Email
      </Title>
      <MailForm
        draft={draft}
        box={box}
        picker={picker}
        owner={owner}
        meanwhile={meanwhile}
        hasRecipient
        minRows={6}
        button="Send the email"
        onSent={({ thread_id }) =>
          void navigate(`/app/messages?state=all&thread=${thread_id ?? ''}`)
        }
      />
    </Paper>
  )
}

/** The words that the screen before this one prepared; an address alone brings none. */
function beginningIn(state: unknown): { subject?: string; text?: string } {
  if (typeof state !== 'object' || state === null) return {}
  return {
    ...('subject' in state && typeof state.subject === 'string' ? { subject: state.subject } : {}),
    ...('text' in state && typeof state.text === 'string' ? { text: state.text } : {}),
  }
}
