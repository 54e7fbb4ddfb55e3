import { type RefObject, useLayoutEffect, useState } from 'react'
import { isStatus } from './cells.tsx'

/** What stands beside a cell's text: its padding, and a little room to breathe. */
const BESIDE = 24
/** Room for the arrow that shows the order. */
const ARROW = 18
const LEAST = 64
const MOST = 340
const STILL_READ = 150
/** The column of the boxes that select. */
const CHECK = 38

export interface ColumnWidths {
  sizes: Record<string, number>
  /** The one that has most to say takes what the others leave over. */
  widest: string | null
}

const unknown: ColumnWidths = { sizes: {}, widest: null }

/**
 * The room each column needs for what stands in it, measured before it is seen: a column of short
 * words takes no more than they do. Measured anew only for other columns, so that turning a page or
 * sorting moves nothing; but where a number would be cut, its column grows.
 */
export function useColumnWidths(
  table: RefObject<HTMLTableElement | null>,
  names: readonly string[],
  /** Which rows are drawn; none before the first are. */
  drawn: string | null,
): ColumnWidths {
  const [measured, setMeasured] = useState(unknown)
  const key = names.join()
  const isDrawn = drawn !== null
  useLayoutEffect(() => {
    if (table.current && isDrawn) setMeasured(measure(table.current, key.split(',')))
  }, [table, key, isDrawn])
  useLayoutEffect(() => {
    const element = table.current
    if (element && drawn !== null) setMeasured((now) => widened(now, element, key.split(',')))
  }, [table, key, drawn])
  return measured
}

/** The same, with room for numbers that are longer than those that were measured. */
function widened(
  now: ColumnWidths,
  table: HTMLTableElement,
  names: readonly string[],
): ColumnWidths {
  const sizes = { ...now.sizes }
  let isWider = false
  for (const row of table.querySelectorAll('tr[data-row]')) {
    for (const [place, name] of names.entries()) {
      const cell = row.children[place + 1]
      const size = sizes[name]
      if (!cell || size === undefined || !('right' in dataOf(cell))) continue
      const width = Math.ceil(contentWidth(cell)) + BESIDE
      if (width <= size) continue
      sizes[name] = width
      isWider = true
    }
  }
  return isWider ? { ...now, sizes } : now
}

function measure(table: HTMLTableElement, names: readonly string[]): ColumnWidths {
  const sizes: Record<string, number> = {}
  let widest: { name: string; width: number } | null = null
  for (const row of table.querySelectorAll('tr[data-row], thead tr')) {
    for (const [place, name] of names.entries()) {
      // The first cell holds the box that selects the row.
      const cell = row.children[place + 1]
      if (!cell) continue
      const isHeading = cell.tagName === 'TH'
      const width = Math.ceil(contentWidth(cell)) + BESIDE + (isHeading ? ARROW : 0)
      // A long heading over short days would part them from all that stands beside them.
      if (!isHeading && (!widest || width > widest.width)) widest = { name, width }
      sizes[name] = Math.max(LEAST, sizes[name] ?? 0, width)
    }
  }
  const room = (table.parentElement?.clientWidth ?? 0) - CHECK
  // A chip that is cut says nothing, so what a status needs is taken off first.
  const [kept = [], cut = []] = [true, false].map((is) =>
    Object.entries(sizes).filter(([name]) => isStatus(name) === is),
  )
  const left = kept.reduce((rest, [, size]) => rest - size, room)
  const cap = widthOfMost(
    cut.map(([, size]) => size),
    left,
  )
  const capped = [...kept, ...cut.map(([name, size]) => [name, Math.min(cap, size)])]
  return { sizes: Object.fromEntries(capped), widest: widest?.name ?? null }
}

/** Where not everything fits, the longest texts are cut first, as far as they can still be read. */
export function widthOfMost(sizes: readonly number[], room: number): number {
  let cap = MOST
  const taken = () => sizes.reduce((sum, size) => sum + Math.min(cap, size), 0)
  while (cap > STILL_READ && taken() > room) cap -= 10
  return cap
}

/** Handles and buttons that only come with the pointer need no room of their own. */
function contentWidth(cell: Element): number {
  const children = [...cell.childNodes]
  const beside = children.findIndex((node) => node instanceof Element && 'beside' in dataOf(node))
  const range = document.createRange()
  range.setStart(cell, 0)
  range.setEnd(cell, beside < 0 ? children.length : beside)
  return range.getBoundingClientRect().width
}

function dataOf(node: Element): DOMStringMap {
  return node instanceof HTMLElement ? node.dataset : {}
}
