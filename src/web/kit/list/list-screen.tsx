import { Button, Checkbox, Group, Menu, Pill, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconPlus, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { pathsOf } from '#domain/kit/entity-paths.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { MoreMenu } from '#web/kit/frame/more-menu.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import type { Params } from '#web/kit/session/api.ts'
import { csvName, download } from '#web/kit/session/download.ts'
import { csvCall, listInput } from '#web/kit/session/row-calls.ts'
import { useSession } from '#web/kit/session/session.ts'
import { readStored, writeStored } from '#web/kit/session/storage.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import classes from './data-table.module.css'
import type { DataRow, Density, ExtraColumn, RowCells } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ListRows } from './list-rows.tsx'
import { type ListState, rowParams, useListState } from './list-state.ts'
import { countOf } from './remove-rows.ts'
import type { SavedView } from './saved-views.ts'
import type { Selection } from './selection.ts'
import { type ListSource, useList } from './use-list.ts'
import { ViewTabs } from './view-tabs.tsx'

interface Props {
  entity: Entity
  title?: string
  /** Views this list always has, besides All. */
  builtIn?: SavedView[]
  /** What the line under the heading says after the count, of the rows that match. */
  summary?: (params: Params) => ReactNode
  /** Buttons before the main one. */
  actions?: ReactNode
  /** Rows that answer a question of their own; such a list brings its own tabs. */
  source?: ListSource
  tabs?: ReactNode
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
  bulk?: (ids: number[], onDone: () => void) => ReactNode
  /** The same for every row that matches, however many there are. */
  bulkOfAll?: (params: Params) => ReactNode
}

/** Any entity's list: views, filters, table, and what can be done with the rows. */
export function ListScreen(props: Props) {
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
        <Actions
          entity={entity}
          params={fileParams(state, source)}
          listed={source?.hasCsv ? { plural: source.path.slice(1) } : entity}
          extra={actions}
          isReadOnly={props.isReadOnly ?? false}
        />
      }
    >
      {tabs ?? <ViewTabs entity={entity} builtIn={builtIn} />}
      <Toolbar entity={entity} lists={lists} density={density} isSmall={isSmall} />
      <BulkBar
        entity={entity}
        state={state}
        source={source}
        total={total}
        ids={ids}
        mayRemove={!props.isKept && atLeast(role, entity.access.remove)}
        onDone={() => setSelection({})}
        ofAll={props.bulkOfAll?.({ ...source?.params, ...rowParams(state) })}
      >
        {bulk?.(ids, () => setSelection({}))}
      </BulkBar>
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
      />
    </Page>
  )
}

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

interface ToolbarProps {
  entity: Entity
  lists: ReturnType<typeof useListState>
  density: ReturnType<typeof useDensity>
  isSmall: boolean
}

/** What is shown of the list, and how closely it is set. */
function Toolbar({ entity, lists, density, isSmall }: ToolbarProps) {
  const { state, change, replace } = lists
  return (
    <Group
      className={classes.tools}
      justify="space-between"
      align="flex-start"
      gap="xs"
      wrap={isSmall ? 'wrap' : 'nowrap'}
    >
      <FilterBar
        entity={entity}
        q={state.q}
        onSearch={(q) => replace({ q })}
        filters={state.where}
        onFilters={(where) => change({ where })}
      />
      {state.figure && (
        <Pill
          size="lg"
          withRemoveButton
          onRemove={() => change({ figure: '', sum: '' })}
          removeButtonProps={{ 'aria-label': `Remove the figure ${humanise(state.figure)}` }}
        >
          {humanise(state.figure)}
        </Pill>
      )}
      <Group gap="xs" wrap="nowrap">
        <Checkbox
          size="xs"
          label="Deleted"
          checked={state.deleted}
          onChange={(event) => change({ deleted: event.currentTarget.checked })}
        />
        {!isSmall && (
          <SegmentedControl
            size="xs"
            aria-label="Density"
            data={[
              { value: 'compact', label: 'Compact' },
              { value: 'comfortable', label: 'Comfortable' },
            ]}
            value={density.value}
            onChange={density.set}
          />
        )}
        <ColumnsMenu
          entity={entity}
          columns={state.columns}
          onColumns={(columns) => change({ columns, offset: state.offset })}
        />
      </Group>
    </Group>
  )
}

function Actions(props: {
  entity: Entity
  /** Which rows the CSV holds; null where there is none. */
  params: Params | null
  /** The list that is exported: the entity's own, or a question beneath it. */
  listed: Pick<Entity, 'plural'>
  extra: ReactNode
  isReadOnly: boolean
}) {
  const { entity, params, listed, extra, isReadOnly } = props
  const { role } = useSession()
  const { create } = pathsOf(entity)
  const mayExport = params !== null && atLeast(role, entity.access.csv ?? 'manager')
  const csv = () =>
    download(csvCall(listed), listInput(params ?? {}), csvName(entity.plural, new Date()))
  return (
    <>
      <MoreMenu>
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Menu.Item>
      </MoreMenu>
      {mayExport && (
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={csv}
        >
          Export
        </Button>
      )}
      {extra}
      {!isReadOnly && atLeast(role, entity.access.write) && (
        <Button component={Link} to={create} leftSection={<IconPlus size={15} aria-hidden />}>
          New {entity.label.toLowerCase()}
        </Button>
      )}
    </>
  )
}

function useDensity() {
  const [value, setValue] = useState<Density>(densityOf(readStored('density')))
  return {
    value,
    set: (next: string) => {
      writeStored('density', next)
      setValue(densityOf(next))
    },
  }
}

function densityOf(text: string | null): Density {
  return text === 'comfortable' ? 'comfortable' : 'compact'
}
