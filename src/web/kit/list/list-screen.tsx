import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { Page } from '#web/kit/frame/page.tsx'
import type { Params } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { BulkBar, type BulkOffers, SelectionDeck } from './bulk-bar.tsx'
import type { DataRow, ExtraColumn, RowCells } from './data-table.tsx'
import { ListActions } from './list-actions.tsx'
import { ListRows } from './list-rows.tsx'
import { type ListState, rowParams, useListState } from './list-state.ts'
import { Toolbar, useDensity } from './list-toolbar.tsx'
import { countOf } from './remove-rows.ts'
import { type ListPlace, type SavedView, useStartView } from './saved-views.ts'
import type { Selection } from './selection.ts'
import { type ListSource, useList } from './use-list.ts'
import { ViewTabs } from './view-tabs.tsx'

interface Props {
  entity: Entity
  title?: string
  /** Views this list always has, besides All. */
  builtIn?: SavedView[]
  /** The query of the view it opens with, until somebody chooses another for themselves. */
  first?: string
  /** What the line under the heading says after the count, of the rows that match. */
  summary?: (params: Params) => ReactNode
  /** Buttons before the main one. */
  actions?: ReactNode
  /** Rows that answer a question of their own. */
  source?: ListSource
  /** What stands above the views of the list. */
  above?: ReactNode
  /** What stands in place of its views. */
  tabs?: ReactNode
  /** Where it stands on a screen of several lists. */
  place?: ListPlace
  /** Columns that say more than their own value. */
  cells?: RowCells
  /** Columns that are no fields of the row. */
  extra?: readonly ExtraColumn[]
  /** Rows that are never deleted, such as booked money. */
  isKept?: boolean
  /** Rows that nobody enters here: they come by themselves, or are made elsewhere. */
  isReadOnly?: boolean
  /** What it means that there are no rows, where it is not that nobody entered any. */
  none?: string
  /** Where a row opens, where that is not a screen of its own. */
  openPath?: (row: DataRow) => string
  /** What else can be done to the selected rows. */
  bulk?: BulkOffers
  /** The same for every row that matches, however many there are. */
  bulkOfAll?: (params: Params) => ReactNode
}

/** Any entity's list: views, filters, table, and what can be done with the rows. */
export function ListScreen(props: Props) {
  const { pathname } = useLocation()
  const place = props.tabs === undefined ? placeOf(props) : null
  const start = useStartView(place, props.first)
  if (start) return <Navigate to={pathname + start.search} state={start.state} replace />
  return <Listed {...props} />
}

function Listed(props: Props) {
  const { entity, title, builtIn = [], summary, actions, source, tabs, cells, bulk } = props
  const { role } = useSession()
  const lists = useListState(entity)
  const { state, change } = lists
  const list = useList(entity, state, source)
  const [selection, setSelection] = useState<Selection>({})
  const density = useDensity()
  const isSmall = useMediaQuery('screen and (max-width: 959px)') ?? false
  const total = list.data?.info.total ?? 0
  const scope = JSON.stringify([source, state.q, state.where, state.deleted, state.figure])
  // Other rows, other selection; turning a page keeps it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the scope matters
  useEffect(() => setSelection({}), [scope])
  const ids = Object.keys(selection).map(Number)
  return (
    <Page
      title={title ?? entity.labelPlural}
      summary={
        list.data ? (
          <>
            {list.data.info.total_is_more && 'more than '}
            {countOf(entity, total)}
            <Sum entity={entity} column={state.sum} sums={list.data.info.sums} />
            {summary?.(rowParams(state))}
          </>
        ) : (
          ' '
        )
      }
      actions={
        <ListActions
          entity={entity}
          columns={state.columns}
          params={fileParams(state, source)}
          listed={source?.hasCsv ? { plural: source.path.slice(1) } : entity}
          extra={actions}
          isReadOnly={props.isReadOnly ?? false}
        />
      }
    >
      {props.above}
      {tabs ?? (
        <ViewTabs entity={entity} builtIn={builtIn} place={placeOf(props)} first={props.first} />
      )}
      <SelectionDeck isSelecting={ids.length > 0}>
        <Toolbar entity={entity} lists={lists} density={density} isSmall={isSmall} />
        <BulkBar
          entity={entity}
          state={state}
          source={source}
          total={total}
          isMore={list.data?.info.total_is_more ?? false}
          ids={ids}
          mayRemove={!props.isKept && atLeast(role, entity.access.remove)}
          mayChange={!props.isReadOnly && atLeast(role, entity.access.write)}
          onDone={() => setSelection({})}
          ofAll={props.bulkOfAll?.({ ...source?.params, ...rowParams(state) })}
          offers={bulk}
        />
      </SelectionDeck>
      <ListRows
        entity={entity}
        state={state}
        list={list}
        change={change}
        selection={selection}
        onSelection={setSelection}
        density={density.value}
        isSmall={isSmall}
        cells={cells}
        extra={props.extra}
        none={props.none ?? source?.none}
        openPath={props.openPath}
        isReadOnly={props.isReadOnly ?? false}
      />
    </Page>
  )
}

/** A list is known by its entity and its address, unless its screen has several. */
const placeOf = ({ entity, place }: Props): ListPlace =>
  place ?? { name: entity.plural, search: '' }

/** A list that answers a question has a file of its own, or where a figure names its rows. */
function fileParams(state: ListState, source: ListSource | undefined): Params | null {
  if (!source) return rowParams(state)
  if (source.hasCsv) return { ...source.params, ...rowParams(state) }
  return source.figure ? { ...rowParams(state), figure: source.figure } : null
}

/** What a column comes to over every row that matches, as the address asks for it. */
function Sum(props: { entity: Entity; column: string; sums: Record<string, string> | undefined }) {
  const { entity, column, sums } = props
  const sum = sums?.[column]
  if (!column || sum === undefined) return null
  return ` · ${labelOf(entity, column)} $${formatMoney(sum)}`
}
