import { Button, Group, NativeSelect, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { atLeast, type Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { pathsOf } from '#domain/kit/entity-paths.ts'
import { maySet } from '#web/kit/form/merge.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import type { Answer, Info } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import classes from './data-table.module.css'
import {
  type DataRow,
  DataTable,
  type Density,
  type ExtraColumn,
  type RowCells,
} from './data-table.tsx'
import { type ListState, pageSizes } from './list-state.ts'
import { PageRows } from './page-rows.ts'
import { RecordCards } from './record-cards.tsx'
import type { Selection } from './selection.ts'
import { summedColumns } from './sums.ts'
import { TotalsCard } from './totals-row.tsx'

interface Props {
  entity: Entity
  state: ListState
  list: UseQueryResult<Answer<DataRow[]>>
  change: (next: Partial<ListState>) => unknown
  selection: Selection
  onSelection: (selection: Selection) => void
  density: Density
  isSmall: boolean
  cells?: RowCells | undefined
  extra?: readonly ExtraColumn[] | undefined
  /** What it means that there are no rows, where it is not that nobody entered any. */
  none?: string | undefined
  openPath?: ((row: DataRow) => string) | undefined
  /** Rows that nobody enters here are not changed here either. */
  isReadOnly: boolean
}

const noTitles = {}
const noCells: RowCells = {}
const noColumns: readonly ExtraColumn[] = []

/** The rows of a list, or why there are none. */
export function ListRows(props: Props) {
  const { entity, state, list, change, isSmall } = props
  const { role } = useSession()
  if (list.isPending) return <Shape isSmall={isSmall} />
  if (list.isError) return <Trouble cause={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.data ?? []
  if (rows.length === 0) return <NoRows {...props} />
  const { open, edit } = pathsOf(entity)
  const shared = {
    entity,
    columns: state.columns,
    rows,
    titles: list.data.info.titles ?? noTitles,
    selection: props.selection,
    onSelection: props.onSelection,
    cells: props.cells ?? noCells,
    extra: props.extra ?? noColumns,
    openPath: (id: number) => {
      const row = rows.find((one) => one.id === id)
      return row && props.openPath ? props.openPath(row) : `${open}?id=${id}`
    },
  }
  const { info } = list.data
  const totals = { sums: info.sums, columns: summedColumns(entity, state.columns, role) }
  const foot = <Foot state={state} change={change} info={info} shown={rows.length} />
  const meant = info.meant && (
    <Text size="sm" c="dimmed" py={6} role="status">
      Nothing has “{state.q.trim()}”. These have “{info.meant}”.
    </Text>
  )
  if (isSmall) {
    return (
      <PageRows value={rows}>
        {meant}
        <RecordCards {...shared} />
        <TotalsCard entity={entity} totals={totals} />
        {foot}
      </PageRows>
    )
  }
  const table = (
    <div className={classes.card} aria-busy={list.isPlaceholderData}>
      <DataTable
        {...shared}
        total={info.total_is_more ? -1 : (info.total ?? rows.length)}
        order={state.order}
        onOrder={(order) => change({ order })}
        onColumns={(columns) => change({ columns, offset: state.offset })}
        density={props.density}
        editPath={(id) => `${edit}?id=${id}`}
        totals={totals}
        mayChange={(row, name) => !props.isReadOnly && mayChange(entity, role, row, name)}
      />
      {foot}
    </div>
  )
  return (
    <PageRows value={rows}>
      {meant}
      {table}
    </PageRows>
  )
}

/** What is safe to change, by somebody who may, in a row that is not deleted. */
function mayChange(entity: Entity, role: Role, row: DataRow, name: string): boolean {
  const field = entity.fields[name]
  if (!field || !entity.inPlace.includes(name) || row.deleted_at) return false
  return atLeast(role, entity.access.write) && maySet(field, role)
}

interface FootProps {
  state: ListState
  change: Props['change']
  info: Info
  shown: number
}

function Foot({ state, change, info, shown }: FootProps) {
  const { total = shown, total_is_more = false } = info
  const last = state.offset + shown
  const number = (value: number) => value.toLocaleString('en-NZ')
  return (
    <div className={classes.foot}>
      <span>
        {number(Math.min(last, state.offset + 1))}–{number(last)} of {total_is_more && 'more than '}
        {number(total)} · j/k to move, x to select, Enter to open
      </span>
      <Group gap="xs">
        {total_is_more && state.q === '' && (
          <Button variant="subtle" onClick={() => change({ exact: true, offset: state.offset })}>
            Count all
          </Button>
        )}
        <NativeSelect
          size="xs"
          aria-label="Rows per page"
          data={pageSizes.map((size) => ({ value: String(size), label: `${size} rows` }))}
          value={String(state.limit)}
          onChange={(event) => change({ limit: Number(event.currentTarget.value) })}
        />
        <Button
          variant="default"
          disabled={state.offset === 0}
          onClick={() => change({ offset: Math.max(0, state.offset - state.limit) })}
        >
          Previous
        </Button>
        <Button
          variant="default"
          disabled={total_is_more ? shown < state.limit : last >= total}
          onClick={() => change({ offset: state.offset + state.limit })}
        >
          Next
        </Button>
      </Group>
    </div>
  )
}

function NoRows({ entity, state, change, none }: Props) {
  const { role } = useSession()
  const isFiltered =
    state.q !== '' || state.where.length > 0 || state.deleted || state.figure !== ''
  if (isFiltered) {
    return (
      <NothingHere title="No matches. Try fewer filters.">
        <Button
          variant="default"
          onClick={() =>
            change({ q: '', where: [], deleted: false, figure: '', sum: '', offset: 0 })
          }
        >
          Clear the filters
        </Button>
      </NothingHere>
    )
  }
  if (none) return <NothingHere title={none} />
  const noun = entity.label.toLowerCase()
  return (
    <NothingHere
      title="Nothing here yet."
      description={`${entity.labelPlural} stand here once the first ${noun} is entered.`}
    >
      {atLeast(role, entity.access.write) && (
        <Button component={Link} to={pathsOf(entity).create}>
          New {noun}
        </Button>
      )}
    </NothingHere>
  )
}

const shapes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']

function Shape({ isSmall }: { isSmall: boolean }) {
  return (
    <div className={classes.card} aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {shapes.map((name) => (
        <Skeleton key={name} height={isSmall ? 52 : 20} m={isSmall ? 8 : 10} />
      ))}
    </div>
  )
}
