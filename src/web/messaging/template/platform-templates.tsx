import { Anchor, Card, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { platformtemplateCalls } from '#domain/messaging/messagetemplate-calls.ts'
import type { PlatformTemplate } from '#domain/messaging/platformtemplate.ts'
import { standardOf, type TemplateKey, templateKeys } from '#domain/messaging/template/standards.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { contextLabel } from './template-words.ts'

const EDIT = '/app/admin/messagetemplate/edit'

interface Line {
  key: TemplateKey
  own: PlatformTemplate | undefined
}

/** The standards of the platform: those that were changed here, and those the program came with. */
export function Screen() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['platformtemplates'],
    queryFn: async () =>
      (await send(platformtemplateCalls.list, { limit: 100, order: '-id' })).data ?? [],
    staleTime: 0,
  })
  const lines = templateKeys.map((key) => ({ key, own: data?.find((row) => row.key === key) }))
  return (
    <Page
      title="All Message Templates"
      summary="The words of every organisation that has none of its own"
    >
      {isPending && <Skeleton height={320} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && (
        <Card withBorder p={0}>
          <PlainTable label="Standards" columns={columns} rows={lines} keyOf={({ key }) => key} />
        </Card>
      )}
    </Page>
  )
}

const columns: Column<Line>[] = [
  {
    heading: 'Template',
    isRowHeading: true,
    cell: ({ key, own }) => (
      <Anchor component={Link} to={own ? `${EDIT}?id=${own.id}` : `${EDIT}?key=${key}`} size="sm">
        {standardOf(key).name}
      </Anchor>
    ),
  },
  { heading: 'About', cell: ({ key }) => contextLabel(standardOf(key).context) },
  {
    heading: 'Subject',
    cell: ({ key, own }) => (
      <Text size="sm" lineClamp={1}>
        {own?.subject ?? standardOf(key).subject}
      </Text>
    ),
  },
  {
    heading: 'In force',
    width: 160,
    cell: ({ own }) =>
      own ? (
        <StatusChip value="active" label="The platform’s" />
      ) : (
        <StatusChip value="draft" label="As it came" />
      ),
  },
  {
    heading: 'Changed',
    width: 170,
    cell: ({ own }) => (own ? formatStamp(own.modified_at) : ''),
  },
]
