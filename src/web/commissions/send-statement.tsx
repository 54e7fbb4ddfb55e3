import { Alert, Anchor, Button, Skeleton, Text, Tooltip } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import {
  commissionstatementCalls,
  type ProposedStatement,
} from '#domain/commissions/commissionstatement-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetStatements, proposalQuery } from './statement-query.ts'
import { StatementSumsTable } from './statement-sums.tsx'

interface Props {
  partner_id: number
  isArchived: boolean
}

/** The specified way to a partner's next statement; where nothing was earned it says so. */
export function SendStatement({ partner_id, isArchived }: Props) {
  const { role } = useSession()
  const mayAct = atLeast(role, 'manager') && !isArchived
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...proposalQuery(partner_id), enabled: mayAct })
  if (!mayAct) return null
  const isNothing = data?.line_count === 0
  if (isNothing)
    return (
      // Still reached by the keyboard, so that the reason can be read.
      <Tooltip
        label={data.warnings[0] ?? 'Nothing was earned.'}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button variant="default" data-disabled aria-disabled onClick={(e) => e.preventDefault()}>
          Send Statement
        </Button>
      </Tooltip>
    )
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Send Statement
      </Button>
      {isOpen && <SendDialog partner_id={partner_id} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SendDialog({ partner_id, onClose }: { partner_id: number; onClose: () => void }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(proposalQuery(partner_id))
  const submit = useSubmit(async (key) => {
    // What somebody drafted is what is sent: there is one draft per partner.
    const answer = data?.draft_id
      ? await send(commissionstatementCalls.send, { id: data.draft_id }, { key })
      : await send(commissionstatementCalls.sendOfPartner, { id: partner_id }, { key })
    toast(answer.message)
    onClose()
    void forgetStatements()
    void navigate(`/app/commissionstatement?id=${answer.data.id}`)
  })
  return (
    <DialogForm
      isOpen
      title="Send Statement?"
      button="Send"
      isDisabled={!data?.email || data.line_count === 0}
      submit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        Would you like to create a new commission statement and send it to the partner?
      </Text>
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && <Proposal proposal={data} />}
    </DialogForm>
  )
}

function Proposal({ proposal }: { proposal: ProposedStatement }) {
  const { line_count, email, partner, draft_id } = proposal
  return (
    <>
      <Text size="sm">
        {plural(line_count, 'line')} for <strong>{partner}</strong>
        {email ? (
          <>
            , to <strong>{email}</strong>
          </>
        ) : null}
        .
      </Text>
      <StatementSumsTable sums={proposal} label="What it comes to" />
      {draft_id !== null && (
        <Text size="sm">
          A draft is there already: it is sent as it stands.{' '}
          <Anchor component={Link} to={`/app/commissionstatement?id=${draft_id}`} size="sm">
            Open the draft
          </Anchor>
        </Text>
      )}
      <StatementWarnings warnings={proposal.warnings} />
    </>
  )
}

/** What somebody should look at before it leaves. */
export function StatementWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <Alert color="amber" role="status" title="Please look at this first">
      {warnings.map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
    </Alert>
  )
}
