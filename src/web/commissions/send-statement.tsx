import { Alert, Anchor, Button, Text, Tooltip } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { ProposedStatement } from '#domain/commissions/commissionstatement-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { LastLook } from '#web/messaging/departure/last-look.tsx'
import { proposalQuery } from './statement-query.ts'
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
  const { data, error, refetch } = useQuery(proposalQuery(partner_id))
  // What somebody drafted is what is sent: there is one draft per partner.
  const draft_id = data?.draft_id ?? null
  return (
    <LastLook
      action={draft_id === null ? 'statement_new' : 'statement'}
      ids={data ? [draft_id ?? partner_id] : null}
      title="Send Statement?"
      onClose={onClose}
    >
      <Text size="sm">
        Would you like to create a new commission statement and send it to the partner?
      </Text>
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && <Proposal proposal={data} />}
    </LastLook>
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
