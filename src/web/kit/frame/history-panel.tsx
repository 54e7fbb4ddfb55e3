import { Button, Drawer, Skeleton, Text, Timeline } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { type HistoryRow, historyCalls, historyPage } from '#domain/kit/history-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type Options, useOptions } from '#web/kit/form/options.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { CompareVersions } from './compare-versions.tsx'
import classes from './history-panel.module.css'
import { headline, isWorthShowing, sidesOf } from './history-words.ts'
import { NothingHere, Trouble } from './nothing-here.tsx'
import { PutBack } from './put-back.tsx'

interface Props {
  entity: Entity
  id: number
  /** Its fields are changed by the ordinary save alone, so an earlier value may be saved again. */
  canPutBack?: boolean | undefined
}

/** Who changed what and when, field by field; nobody can edit it. */
export function HistoryPanel({ entity, id, canPutBack = false }: Props) {
  const options = useOptions()
  const found = useHistory(entity, id)
  const { data, isPending, isError, error, refetch } = found
  if (isPending) return <Skeleton height={200} />
  if (isError) return <Trouble cause={error} onRetry={() => void refetch()} />
  const { rows, titles } = data
  if (rows.length === 0) return <NothingHere title="Nothing here yet." />
  return (
    <>
      <CompareVersions {...{ entity, rows, titles, options }} />
      <Timeline bulletSize={14} lineWidth={2} active={rows.length}>
        {rows.map((row) => (
          <Timeline.Item key={row.id} title={headline(row)}>
            <Text size="xs" c="dimmed">
              {formatStamp(row.created_at)} · {humanise(row.source)}
              {row.object_version ? ` · version ${row.object_version}` : ''}
            </Text>
            {row.reason && <Text size="sm">{row.reason}</Text>}
            {row.action === 'unmask' ? (
              <Text size="sm">{Object.keys(row.changes).map((name) => labelOf(entity, name))}</Text>
            ) : (
              <Changes {...{ entity, row, titles, options }} />
            )}
            {canPutBack && <PutBack {...{ entity, id, titles }} change={row} />}
          </Timeline.Item>
        ))}
      </Timeline>
      {found.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Older
        </Button>
      )}
    </>
  )
}

/** The newest first, and as many older ones as were asked for. */
function useHistory(entity: Entity, id: number) {
  return useInfiniteQuery({
    queryKey: [entity.name, id, 'history'],
    queryFn: async ({ pageParam }) => {
      const asked = { object_class: entity.name, object_id: id }
      const older = pageParam === null ? {} : { before: pageParam }
      const { data, info } = await send(historyCalls.list, { ...asked, ...older })
      return { rows: data ?? [], titles: info.titles }
    },
    initialPageParam: null as number | null, // What it may be, which null alone does not say.
    getNextPageParam: ({ rows }) => (rows.length < historyPage ? null : (rows.at(-1)?.id ?? null)),
    select: ({ pages }) => ({
      rows: pages.flatMap(({ rows }) => rows),
      titles: mergedTitles(pages.map(({ titles }) => titles)),
    }),
    staleTime: 0,
  })
}

function mergedTitles(all: readonly Titles[]): Titles {
  const merged: Titles = {}
  for (const titles of all)
    for (const [kind, names] of Object.entries(titles)) merged[kind] = { ...merged[kind], ...names }
  return merged
}

export function HistoryDrawer(props: Props & { isOpen: boolean; onClose: () => void }) {
  const { isOpen, onClose, ...shown } = props
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      title="History"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen && <HistoryPanel {...shown} />}
    </Drawer>
  )
}

interface ChangesProps {
  entity: Entity
  row: HistoryRow
  titles: Titles
  options: Options
}

function Changes({ entity, row, titles, options }: ChangesProps) {
  const changes = Object.entries(row.changes ?? {}).filter(([, change]) => isWorthShowing(change))
  if (changes.length === 0 || row.action === 'create') return null
  return (
    <dl className={classes.changes}>
      {changes.map(([name, change]) => {
        const { from, to } = sidesOf(change)
        const shown = (value: unknown) => cellOf(entity, name, value, { titles, options })
        return (
          <div key={name}>
            <dt>{labelOf(entity, name)}</dt>
            <dd>
              <del>{shown(from)}</del> → <ins>{shown(to)}</ins>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
