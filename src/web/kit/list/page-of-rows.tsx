import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'

const SIZE = 100

interface ShownPage<R> {
  rows: readonly R[]
  /** How many stand before the first of them. */
  start: number
  /** Turns to the page that a row is on. */
  turnTo: (place: number) => void
  /** The way to the others; null where all are shown. */
  pager: { start: number; end: number; total: number; onMove: (start: number) => void } | null
}

/** A part of rows that are all there already: a table of thousands would hold the browser up. */
export function usePage<R>(rows: readonly R[], size = SIZE): ShownPage<R> {
  const [asked, setStart] = useState(0)
  const total = rows.length
  const start = asked < total ? asked : 0
  const end = Math.min(total, start + size)
  return {
    rows: rows.slice(start, end),
    start,
    turnTo: (place) => setStart(place - (place % size)),
    pager: total > size ? { start, end, total, onMove: setStart } : null,
  }
}

/** Says which rows are shown, and leads to the others. */
export function Pager({ pager, size = SIZE }: { pager: ShownPage<never>['pager']; size?: number }) {
  if (!pager) return null
  const { start, end, total, onMove } = pager
  const number = (value: number) => value.toLocaleString('en-NZ')
  return (
    <Group justify="space-between" gap="xs" mt="xs">
      <Text size="sm" c="dimmed" role="status">
        {number(start + 1)}–{number(end)} of {number(total)}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={start === 0}
          onClick={() => onMove(Math.max(0, start - size))}
        >
          Previous
        </Button>
        <Button variant="default" disabled={end >= total} onClick={() => onMove(end)}>
          Next
        </Button>
      </Group>
    </Group>
  )
}
