import { Checkbox } from '@mantine/core'
import {
  columnResizingFeature,
  columnSizingFeature,
  createColumnHelper,
  type ReactTable,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { printing } from '#web/kit/frame/printing.ts'
import type { Titles } from '#web/kit/session/api.ts'
import { useStore } from '#web/kit/session/store.ts'
import { BodyRow } from './body-row.tsx'
import { cellOf } from './cells.tsx'
import { useColumnDrag } from './column-drag.ts'
import { columnWidth } from './column-width.ts'
import classes from './data-table.module.css'
import { HeaderCell } from './header-cell.tsx'
import type { Selection } from './selection.ts'
import { type Totals, TotalsRow } from './totals-row.tsx'
import { useActiveRow } from './use-active-row.ts'
import { useCellEditing } from './use-cell-editing.ts'
import { useColumnWidths } from './use-column-widths.ts'

export type DataRow = Record<string, unknown> & { id: number; deleted_at?: string | null }
/** By column: what a list shows there of the whole row, and of what it refers to. */
export type RowCells = Record<string, (row: DataRow, titles: Titles) => ReactNode>
/** A column that is no field of the row: counted or summed up elsewhere, and not sorted by. */
export interface ExtraColumn {
  name: string
  label: string
  isNumber?: boolean
  cell: (row: DataRow) => ReactNode
}
export type Density = 'compact' | 'comfortable'

export interface DataTableProps {
  entity: Entity
  columns: string[]
  onColumns: (columns: string[]) => void
  rows: DataRow[]
  titles: Titles
  cells: RowCells
  extra: readonly ExtraColumn[]
  order: string
  onOrder: (order: string) => void
  selection: Selection
  onSelection: (selection: Selection) => void
  density: Density
  /** Where a row opens and where it is edited. */
  openPath: (id: number) => string
  editPath: (id: number) => string
  total: number
  totals: Totals
  /** Whether a field of this row is changed where it stands. */
  mayChange: (row: DataRow, name: string) => boolean
}

export const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  rowSelectionFeature,
})
const helper = createColumnHelper<typeof features, DataRow>()
const rowHeights: Record<Density, number> = { compact: 33, comfortable: 39 }

/** One table for every list: sorting, selection, sizing, keys, and only the rows in sight drawn. */
export function DataTable(props: DataTableProps) {
  const { entity, columns: names, rows: data, selection, density } = props
  const element = useRef<HTMLTableElement>(null)
  const order = columnOrder(props)
  const [drawn, setDrawn] = useState<string | null>(null)
  const widths = useColumnWidths(element, order, drawn)
  const columns = useColumns(props, widths.sizes)
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row) => String(row.id),
    columnResizeMode: 'onChange',
    state: { rowSelection: selection },
    onRowSelectionChange: (change) =>
      props.onSelection(typeof change === 'function' ? change(selection) : change),
  })
  const rows = table.getRowModel().rows
  const scroll = useRef<HTMLDivElement>(null)
  const isPrinting = useStore(printing)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeights[density],
    // Paper has no scrolling: there, every row is in sight.
    overscan: isPrinting ? rows.length : 12,
  })
  const active = useActiveRow(props, (index) => virtual.scrollToIndex(index))
  const cells = useCellEditing(props, active.index)
  const items = virtual.getVirtualItems()
  // The first rows come with the second picture, once it is known how many have room.
  const inSight = items.map(({ index }) => rows[index]?.id).join()
  useLayoutEffect(() => setDrawn(inSight || null), [inSight])
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  // Once somebody has drawn it to a width, it keeps that.
  const isSized = widths.widest !== null && widths.widest in table.state.columnSizing
  const flexible = isSized ? null : widths.widest
  const span = names.length + props.extra.length + 1

  return (
    <div className={classes.scroll} ref={scroll}>
      <table
        ref={element}
        className={classes.table}
        data-density={density}
        aria-label={entity.labelPlural}
        aria-rowcount={props.total}
        style={{ minWidth: table.getTotalSize() + 38 }}
      >
        <colgroup>
          <col style={{ width: 38 }} />
          {table.getAllLeafColumns().map((column) => (
            <col
              key={column.id}
              style={column.id === flexible ? undefined : { width: column.getSize() }}
            />
          ))}
        </colgroup>
        <Head table={table} props={props} />
        <tbody>
          {before > 0 && <Spacer height={before} span={span} />}
          {items.map((item) => {
            const row = rows[item.index]
            return (
              row && (
                <BodyRow
                  key={row.id}
                  row={row}
                  index={item.index}
                  isActive={active.index === item.index}
                  onClick={active.onClick}
                  cells={cells}
                  props={props}
                />
              )
            )
          })}
          {after > 0 && <Spacer height={after} span={span} />}
        </tbody>
        <TotalsRow totals={props.totals} names={order} />
      </table>
    </div>
  )
}

/** What is counted of a row stands beside its name. */
function columnOrder({ columns, extra }: Pick<DataTableProps, 'columns' | 'extra'>): string[] {
  return [...columns.slice(0, 1), ...extra.map(({ name }) => name), ...columns.slice(1)]
}

function useColumns(props: DataTableProps, widths: Record<string, number>) {
  const { entity, columns: names, titles, cells, extra } = props
  const options = useOptions()
  return useMemo(() => {
    const own = names.map((name) =>
      helper.accessor((row) => row[name], {
        id: name,
        header: labelOf(entity, name),
        size: widths[name] ?? columnWidth(entity, name),
        minSize: 60,
        cell: ({ row, getValue }) =>
          cells[name]?.(row.original, titles) ??
          cellOf(entity, name, getValue(), { titles, options }),
      }),
    )
    const more = extra.map(({ name, label, cell }) =>
      helper.accessor((row) => row[name], {
        id: name,
        header: label,
        size: widths[name] ?? 130,
        minSize: 60,
        cell: ({ row }) => cell(row.original),
      }),
    )
    return [...own.slice(0, 1), ...more, ...own.slice(1)]
  }, [entity, names, titles, cells, extra, options, widths])
}

type LiveTable = ReactTable<typeof features, DataRow>

function Head({ table, props }: { table: LiveTable; props: DataTableProps }) {
  const { entity } = props
  const drag = useColumnDrag(props.columns, props.onColumns)
  return (
    <thead>
      <tr>
        <th className={classes.check} scope="col">
          <Checkbox
            size="xs"
            aria-label="Select all rows of this page"
            checked={table.getRowModel().rows.length > 0 && table.getIsAllRowsSelected()}
            indeterminate={table.getIsSomeRowsSelected()}
            onChange={table.getToggleAllRowsSelectedHandler()}
          />
        </th>
        {table.getFlatHeaders().map((header) => {
          const own = props.extra.find(({ name }) => name === header.column.id)
          if (own)
            return (
              <th key={header.id} scope="col" data-right={own.isNumber || undefined}>
                {own.label}
              </th>
            )
          return (
            <HeaderCell
              key={header.id}
              name={header.column.id}
              label={labelOf(entity, header.column.id)}
              entity={entity}
              order={props.order}
              onOrder={props.onOrder}
              isPinned={header.column.id === entity.title}
              dragged={drag(header.column.id)}
              onResizeStart={header.getResizeHandler()}
              onWiden={() =>
                table.setColumnSizing((sizes) => ({
                  ...sizes,
                  [header.column.id]: header.column.getSize() * 1.5,
                }))
              }
            />
          )
        })}
      </tr>
    </thead>
  )
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}
