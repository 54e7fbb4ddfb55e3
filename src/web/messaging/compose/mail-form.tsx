import { Alert, Button, Group, TagsInput, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { MAIL_LENGTH } from '#domain/messaging/chat-length.ts'
import type { Message } from '#domain/messaging/message.ts'
import classes from './compose.module.css'
import { AttachedFiles, type FileOwner } from './mail-files.tsx'
import { MailFoot } from './mail-foot.tsx'
import { WithPreview } from './mail-preview.tsx'
import { Meanwhile } from './meanwhile.tsx'
import { PickingTextarea } from './picking-textarea.tsx'
import type { Draft } from './use-draft.ts'
import { useMailSending } from './use-mail-sending.ts'
import type { MeanwhileNews } from './use-meanwhile.ts'
import type { Picker } from './use-picking.ts'

interface Props {
  draft: Draft
  box: RefObject<HTMLTextAreaElement | null>
  picker: Picker
  owner: FileOwner | null
  meanwhile: MeanwhileNews
  /** What stands before the subject. */
  lead?: ReactNode
  /** What an answer is called where it is given no other subject. */
  subject?: string | undefined
  /** The address can be another than the one that is known. */
  hasRecipient?: boolean
  minRows?: number
  /** What the button says, where there is another on the screen. */
  button?: string
  onSent?: (sent: Message) => void
  onDiscarded?: () => void
}

/** A mail that is written: to whom, its words and files, and when it leaves. */
export function MailForm(props: Props) {
  const { draft, box, picker, owner, meanwhile, hasRecipient = false } = props
  const { words, write } = draft
  const sending = useMailSending(draft, meanwhile, props.onSent)
  const { submit, repeated } = sending
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit.onSubmit(event)
    if (event.key === 'Escape') box.current?.blur()
  }
  const problem = submit.errorOf('text_plain') ?? submit.errorOf('file_ids') ?? submit.problem
  const unplaced = hasRecipient ? undefined : submit.errorOf('recipient')
  return (
    <form onSubmit={submit.onSubmit} noValidate aria-label="Email">
      <WithPreview owner={owner} words={words} box={box}>
        {hasRecipient && (
          <TextInput
            label="To"
            type="email"
            mb={6}
            placeholder="The address on their record"
            value={words.recipient}
            error={submit.errorOf('recipient')}
            onChange={(event) => write({ recipient: event.currentTarget.value })}
          />
        )}
        <Head
          draft={draft}
          lead={props.lead}
          label={hasRecipient ? 'Subject' : undefined}
          subject={props.subject}
          errorOf={submit.errorOf}
        />
        <PickingTextarea
          box={box}
          label="Your email"
          size="md"
          autosize
          minRows={props.minRows ?? 2}
          maxRows={hasRecipient ? 16 : 8}
          maxLength={MAIL_LENGTH}
          value={words.text}
          readOnly={submit.isBusy}
          error={repeated ? undefined : (unplaced ?? problem)}
          onChange={(text) => write({ text })}
          onKeyDown={onKeyDown}
          pickers={[picker]}
        />
        <AttachedFiles ids={words.file_ids} onChange={(file_ids) => write({ file_ids })} />
        <Meanwhile news={meanwhile.news} />
        {repeated && (
          <Alert color="amber" mt="xs" role="alert">
            {repeated}
          </Alert>
        )}
      </WithPreview>
      <MailFoot
        draft={draft}
        owner={owner}
        sending={sending}
        button={props.button ?? 'Send'}
        onDiscarded={props.onDiscarded}
      />
    </form>
  )
}

interface HeadProps {
  draft: Draft
  lead: ReactNode
  label: string | undefined
  subject: string | undefined
  errorOf: (field: string) => string | undefined
}

function Head({ draft, lead, label, subject, errorOf }: HeadProps) {
  const { words, write } = draft
  const isCopied = words.cc.length + words.bcc.length > 0
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Group gap="xs" mb={4} align="end">
        {lead}
        <TextInput
          {...(label ? { label } : { 'aria-label': 'Subject' })}
          placeholder={subject ?? (label ? '' : 'Subject')}
          size={label ? 'sm' : 'xs'}
          flex={1}
          miw={140}
          maxLength={200}
          value={words.subject}
          error={errorOf('subject')}
          onChange={(event) => write({ subject: event.currentTarget.value })}
        />
        {!isCopied && !isAsked && (
          <Button size="xs" variant="subtle" onClick={() => setIsAsked(true)}>
            Cc, Bcc
          </Button>
        )}
      </Group>
      {(isCopied || isAsked) && (
        <div className={classes.bcc}>
          {(['cc', 'bcc'] as const).map((field) => (
            <TagsInput
              key={field}
              label={field === 'cc' ? 'Cc' : 'Bcc'}
              size="xs"
              splitChars={[',', ';', ' ']}
              acceptValueOnBlur
              value={words[field]}
              error={errorOf(field)}
              onChange={(next) => write({ [field]: next })}
            />
          ))}
        </div>
      )}
    </>
  )
}
