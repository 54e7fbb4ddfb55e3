import { Anchor, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { collectCalls, type DebitEvidence } from '#domain/directdebit/directdebit-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { SignedForm } from '#web/directdebit/signed-form.tsx'
import factsClasses from '#web/kit/frame/facts.module.css'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'

/** What is known of a debit beside its row. */
export const useEvidence = (id: number, isWanted: boolean) =>
  useQuery({
    queryKey: ['invoicepayment', id, 'evidence'],
    queryFn: async ({ signal }) =>
      (await send(collectCalls.paymentEvidence, { id }, { signal })).data,
    enabled: isWanted,
  })

/** What a bank is shown that wants money back: when they agreed, and when they were told. */
export function EvidencePanel({ id, isOpenAtFirst }: { id: number; isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const { data, error, refetch } = useEvidence(id, isOpen)
  return (
    <Paper component="section" aria-label="Evidence">
      <Group justify="space-between" gap="xs">
        <Title order={2}>Evidence</Title>
        <Button variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </Group>
      {!isOpen && (
        <Text size="sm" c="dimmed">
          When the customer agreed, and when they were told, for a bank that asks.
        </Text>
      )}
      {isOpen && !data && !error && <Skeleton height={80} mt="xs" />}
      {isOpen && error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {isOpen && data && <Shown evidence={data} />}
    </Paper>
  )
}

const sources: Record<string, string> = {
  online: 'Online, on the provider’s page',
  phone: 'By phone',
  paper: 'On paper',
  import: 'Taken over from the provider',
  none: 'No authority of ours',
}

function Shown({ evidence }: { evidence: DebitEvidence }) {
  const { consent_at, consent_file_id } = evidence
  const facts = [
    ['Authority given', sources[evidence.source] ?? humanise(evidence.source)],
    ['Agreed', consent_at ? formatStamp(consent_at) : 'Not known'],
    ['Text they agreed to', evidence.consent_text_version ?? 'Not known'],
    ...(evidence.consent_script_read ? [['Text was read out', 'Yes']] : []),
  ]
  return (
    <>
      <dl className={factsClasses.facts} style={{ margin: '10px 0' }}>
        {facts.map(([label, value]) => (
          <div key={label} className={factsClasses.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {consent_file_id !== null && (
          <div className={factsClasses.fact}>
            <dt>Signed form</dt>
            <dd>
              <SignedForm id={consent_file_id} />
            </dd>
          </div>
        )}
      </dl>
      <Notices notices={evidence.notices} />
    </>
  )
}

function Notices({ notices }: { notices: DebitEvidence['notices'] }) {
  if (notices.length === 0)
    return (
      <Text size="sm" c="dimmed" mt="sm">
        No message of ours announced it.
      </Text>
    )
  return (
    <PlainTable
      label="When they were told"
      rows={notices}
      keyOf={({ message_id }) => message_id}
      columns={[
        {
          heading: 'They were told',
          cell: ({ message_id, subject }) => (
            <Anchor component={Link} to={`/app/message?id=${message_id}`} size="sm">
              {subject || `Message ${message_id}`}
            </Anchor>
          ),
        },
        { heading: 'By', cell: ({ channel }) => humanise(channel) },
        {
          heading: 'Sent',
          cell: ({ sent_at }) => (sent_at ? formatStamp(sent_at) : 'Not sent yet'),
        },
      ]}
    />
  )
}
