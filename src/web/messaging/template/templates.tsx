import { Anchor, Button, Card, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { plural } from '#domain/kit/wording.ts'
import { messagetemplate } from '#domain/messaging/messagetemplate.ts'
import {
  messagetemplateCalls,
  type TemplateSummary,
} from '#domain/messaging/messagetemplate-calls.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { contextLabel, inForceWords } from './template-words.ts'

const EDIT = '/app/messagetemplate/edit'

/** Every mail with whose words it has, and the letters that are chosen by hand. */
export function Screen() {
  const { role } = useSession()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['messagetemplates', 'overview'],
    queryFn: async () => (await send(messagetemplateCalls.overview, {})).data ?? [],
    staleTime: 0,
  })
  const mails = (data ?? []).filter((one) => one.key !== null)
  const byHand = (data ?? []).filter((one) => one.key === null)
  const changed = mails.filter((one) => one.in_force === 'own').length
  return (
    <Page
      title="Message Templates"
      summary={
        data
          ? `${plural(mails.length, 'mail')}, ${changed} in your own words`
          : 'What your mails say'
      }
      actions={
        atLeast(role, messagetemplate.access.write) && (
          <Button component={Link} to={EDIT}>
            New Template
          </Button>
        )
      }
    >
      {isPending && <Skeleton height={320} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Card withBorder p={0} component="section" aria-label="Mails that leave by themselves">
            <PlainTable
              label="Mails that leave by themselves"
              columns={columns}
              rows={mails}
              keyOf={({ key }) => key ?? ''}
            />
          </Card>
          <Card withBorder p={0} component="section" aria-label="Chosen by hand">
            {byHand.length === 0 ? (
              <NothingHere
                title="No letters of your own yet."
                description="A template of your own is chosen when somebody writes to customers."
              />
            ) : (
              <PlainTable
                label="Chosen by hand"
                columns={columns}
                rows={byHand}
                keyOf={({ template_id }) => template_id ?? 0}
              />
            )}
          </Card>
        </>
      )}
    </Page>
  )
}

const linkOf = ({ key, template_id }: TemplateSummary) =>
  template_id === null ? `${EDIT}?key=${key}` : `${EDIT}?id=${template_id}`

const columns: Column<TemplateSummary>[] = [
  {
    heading: 'Template',
    isRowHeading: true,
    cell: (one) => (
      <Anchor component={Link} to={linkOf(one)} size="sm">
        {one.name}
      </Anchor>
    ),
  },
  { heading: 'In force', width: 150, cell: (one) => <Standing one={one} /> },
  { heading: 'About', cell: ({ context }) => contextLabel(context) },
  {
    heading: 'Subject',
    cell: ({ subject }) => (
      <Text size="sm" lineClamp={1}>
        {subject ?? ''}
      </Text>
    ),
  },
  { heading: 'Changed', width: 170, cell: ({ modified_at }) => changedAt(modified_at) },
]

const changedAt = (at: string | null) => (at ? formatStamp(at) : '')

function Standing({ one }: { one: TemplateSummary }) {
  const { label, explanation } = inForceWords[one.in_force]
  const isResting = one.template_id !== null && !one.is_active
  return (
    <Group gap={6}>
      {one.key !== null && (
        <StatusChip
          value={one.in_force === 'own' ? 'active' : 'draft'}
          label={label}
          explanation={explanation}
        />
      )}
      {isResting && (
        <StatusChip value="off" label="Not in use" explanation="Your words rest for now." />
      )}
      {one.key === null && one.is_active && <StatusChip value="active" label="In use" />}
    </Group>
  )
}
