import { Anchor, Button, Chip, Group, Paper, Skeleton, Text, Timeline } from '@mantine/core'
import {
  IconBolt,
  IconBriefcase,
  IconCash,
  IconChecklist,
  IconCurrencyDollar,
  IconFileText,
  IconGauge,
  IconHelpCircle,
  IconMessage2,
  IconNote,
  IconPaperclip,
  IconReceipt,
  IconUser,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { timelineCalls } from '#domain/customers/timeline-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import { humanise } from '#domain/kit/wording.ts'
import { allKinds, type TimelineKind } from '#domain/operations/timeline.ts'
import type { TimelineEvent } from '#domain/operations/timeline-words.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { dayShown, formatTime } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { NewNote } from '#web/operations/notes-panel.tsx'
import classes from './timeline-panel.module.css'

const looks: Record<TimelineKind, { label: string; Icon: typeof IconUser }> = {
  customer: { label: 'Customer', Icon: IconUser },
  contract: { label: 'Contracts', Icon: IconFileText },
  rate: { label: 'Rates', Icon: IconCurrencyDollar },
  meter: { label: 'Meters', Icon: IconGauge },
  reading: { label: 'Readings', Icon: IconBolt },
  invoice: { label: 'Invoices', Icon: IconReceipt },
  payment: { label: 'Payments', Icon: IconCash },
  message: { label: 'Messages', Icon: IconMessage2 },
  note: { label: 'Notes', Icon: IconNote },
  task: { label: 'Tasks', Icon: IconChecklist },
  file: { label: 'Files', Icon: IconPaperclip },
  enquiry: { label: 'Enquiries', Icon: IconHelpCircle },
  proposal: { label: 'Proposals', Icon: IconBriefcase },
}

function useTimeline(id: number, kinds: readonly TimelineKind[]) {
  return useInfiniteQuery({
    queryKey: ['customer', id, 'timeline', kinds],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { id, kinds: kinds.join(','), cursor: pageParam ?? undefined }
      return send(timelineCalls.list, asked, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.info.next_cursor ?? null,
    staleTime: 0,
  })
}

/** Everything that happened to the customer, newest first, and the place to add a note. */
export function TimelinePanel({ id }: { id: number }) {
  const [kinds, setKinds] = useQueryState(
    'kinds',
    parseAsArrayOf(parseAsStringLiteral(allKinds)).withDefault([]),
  )
  const query = useTimeline(id, kinds)
  const events = query.data?.pages.flatMap((page) => page.data ?? []) ?? []
  return (
    <>
      <NewNote
        about={{ reference_object: 'customer', reference_id: id }}
        onSaved={() => void query.refetch()}
      />
      <Kinds chosen={kinds} onChange={(next) => void setKinds(next)} />
      {query.isPending && <Skeleton height={240} radius="lg" />}
      {query.isError && <Trouble cause={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && events.length === 0 && (
        <NothingHere
          title={kinds.length > 0 ? 'No matches.' : 'Nothing here yet.'}
          description={kinds.length > 0 ? 'Nothing of this kind has happened.' : undefined}
        />
      )}
      {events.length > 0 && (
        <Paper>
          <Timeline bulletSize={26} lineWidth={2} active={-1}>
            {events.map((event) => {
              const { Icon, label } = looks[event.kind]
              return (
                <Timeline.Item
                  key={event.id}
                  bullet={<Icon size={15} aria-label={label} />}
                  classNames={{ item: classes.item ?? '', itemBullet: classes.bullet ?? '' }}
                  title={<Headline event={event} />}
                >
                  <Detail event={event} />
                </Timeline.Item>
              )
            })}
          </Timeline>
        </Paper>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </>
  )
}

function Kinds(props: { chosen: TimelineKind[]; onChange: (kinds: TimelineKind[]) => void }) {
  return (
    <Chip.Group
      multiple
      value={props.chosen}
      // Each chip below has a kind as its value.
      onChange={(next) => props.onChange(next as TimelineKind[])}
    >
      <Group gap={6} role="group" aria-label="Show only">
        {allKinds.map((kind) => (
          <Chip key={kind} value={kind} size="xs" variant="outline">
            {looks[kind].label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

function Headline({ event }: { event: TimelineEvent }) {
  // What somebody said stands for itself.
  if (event.kind === 'note' || event.kind === 'message')
    return <span className={classes.note}>{event.summary}</span>
  const about = event.parent ?? event
  const path =
    about.object_class === 'customer' ? null : pathOfRow(about.object_class, about.object_id)
  if (!path || event.action === 'delete')
    return <span className={classes.title}>{event.summary}</span>
  return (
    <Anchor component={Link} to={path} className={classes.title}>
      {event.summary}
    </Anchor>
  )
}

const changesAtMost = 6

function Detail({ event }: { event: TimelineEvent }) {
  const day = formatDayShort(dayShown(event.at))
  const source = event.source === 'screen' ? null : humanise(event.source)
  const shown = event.changes.slice(0, changesAtMost)
  const rest = event.changes.length - shown.length
  return (
    <>
      <Text size="xs" c="dimmed">
        {[event.actor, `${day}, ${formatTime(event.at)}`, source].filter(Boolean).join(' · ')}
      </Text>
      {event.reason && (
        <Text size="sm" mt={2}>
          {event.reason}
        </Text>
      )}
      {shown.length > 0 && (
        <dl className={classes.changes}>
          {shown.map(({ label, from, to }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {from} → {to}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          and {rest} more
        </Text>
      )}
    </>
  )
}
