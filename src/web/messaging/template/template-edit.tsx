import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { messagetemplate } from '#domain/messaging/messagetemplate.ts'
import { messagetemplateCalls } from '#domain/messaging/messagetemplate-calls.ts'
import {
  type ContextName,
  contextNames,
  standardOf,
  type TemplateKey,
  templateKeys,
} from '#domain/messaging/template/standards.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { Edit, EditRow } from '#web/kit/form/use-edit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { removeCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useRowId } from '#web/kit/session/use-row.ts'
import { MergeFields } from './merge-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { TemplateVersions } from './template-versions.tsx'
import { templateParts } from './template-words.ts'

interface Props {
  /** What of the template waits for somebody. */
  waiting(id: number): ReactNode
}

/** The words of a mail, which begin with its standard, or of a letter chosen by hand. */
export function TemplateScreen({ waiting }: Props) {
  const id = useRowId()
  const [search] = useSearchParams()
  const key = templateKeys.find((one) => one === search.get('key'))
  return id === null && key ? (
    <FromStandard templateKey={key} waiting={waiting} />
  ) : (
    <Editor waiting={waiting} />
  )
}

function FromStandard({ templateKey, waiting }: Props & { templateKey: TemplateKey }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['messagetemplates', 'standard', templateKey],
    queryFn: async () => (await send(messagetemplateCalls.standard, { key: templateKey })).data,
    staleTime: 0,
  })
  const { name, context } = standardOf(templateKey)
  if (data) {
    const { in_force: _inForce, ...words } = data
    const start = { ...words, key: templateKey, name, context, type: 'email' }
    return <Editor start={start} calledAlready={name} waiting={waiting} />
  }
  return (
    <Page title={name} summary=" ">
      {error ? (
        <Trouble cause={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
    </Page>
  )
}

const contextOf = ({ values }: Edit): ContextName =>
  contextNames.find((one) => one === values.context) ?? 'customer'
const keyOf = ({ values }: Edit): TemplateKey | null =>
  templateKeys.find((one) => one === values.key) ?? null

interface Begun {
  start?: Record<string, unknown>
  calledAlready?: string
}

function Editor({ waiting, ...given }: Props & Begun) {
  const id = useRowId()
  return (
    <EditScreen
      entity={messagetemplate}
      {...given}
      // What a mail is about, and by which way it goes, is the mail's own.
      without={(edit) => (keyOf(edit) ? ['type', 'context', 'purpose'] : [])}
      actions={(row) => <BackToStandard row={row} />}
      above={(row) => (
        <>
          {waiting(row.id)}
          {row.key && !row.is_active ? <NotInUse /> : null}
        </>
      )}
      under={(name, edit) => {
        const part = templateParts.find((one) => one === name)
        return part && <MergeFields part={part} context={contextOf(edit)} edit={edit} />
      }}
      beside={(edit) => (
        <div>
          <TemplatePreview
            key={contextOf(edit)}
            context={contextOf(edit)}
            templateKey={keyOf(edit)}
            values={edit.values}
            versions={id !== null && <TemplateVersions id={id} edit={edit} />}
          />
        </div>
      )}
    />
  )
}

function NotInUse() {
  return <Alert color="amber">It is not in use: the mail has its standard words.</Alert>
}

function BackToStandard({ row }: { row: EditRow }) {
  const navigate = useNavigate()
  const { role } = useSession()
  if (!row.key || row.deleted_at || !atLeast(role, messagetemplate.access.remove)) return null
  async function goBack() {
    const answer = await ask<'back' | 'cancel'>({
      title: 'Back to the standard?',
      text: 'From now on the mail has its standard words. Yours are kept among its versions.',
      cancel: 'cancel',
      answers: [
        { answer: 'cancel', label: 'Cancel' },
        { answer: 'back', label: 'Back to the standard', isMain: true },
      ],
    })
    if (answer === 'cancel') return
    await send(removeCall(messagetemplate), { id: row.id })
    await queryClient.invalidateQueries({ queryKey: ['messagetemplates'] })
    toast('The standard is in force again.')
    void navigate('/app/messagetemplates')
  }
  return (
    <Button variant="default" onClick={() => void goBack()}>
      Back to the standard
    </Button>
  )
}
