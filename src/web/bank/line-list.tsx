import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { openLineStates } from '#domain/bank/banktransaction-machine.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { humanise } from '#domain/kit/wording.ts'
import { DotChip } from '#web/kit/frame/chip.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { type Selection, toggled } from '#web/kit/list/selection.ts'
import classes from './line-list.module.css'

interface Props {
  rows: readonly BankTransaction[]
  current: number | null
  onLook: (id: number) => void
  /** Enter on the line that is looked at already. */
  onAccept: () => void
  /** Lines that are ticked to be undone together; none where nothing is. */
  selection?: Selection | undefined
  onSelection: (selection: Selection) => void
  /** Lines of every state stand together: each says its own. */
  isMixed: boolean
}

/** The lines of the bank, one under the other; one of them is looked at. */
export function LineList(props: Props) {
  const { rows, current, onLook, onAccept, selection, onSelection, isMixed } = props
  const list = useCurrentInSight(current)
  const onKeyDown = (event: KeyboardEvent, id: number) => {
    if (event.key !== 'Enter' || id !== current) return
    event.preventDefault()
    onAccept()
  }
  return (
    <ul ref={list} className={classes.lines} aria-label="Bank lines">
      {rows.map((row) => (
        <li key={row.id} className={classes.item} data-current={row.id === current || undefined}>
          {selection && (
            <Checkbox
              size="xs"
              className={classes.tick ?? ''}
              aria-label={`Choose ${titleOf(row)}`}
              checked={selection[String(row.id)] ?? false}
              onChange={() => onSelection(toggled(selection, row.id))}
            />
          )}
          <button
            type="button"
            className={classes.line}
            aria-current={row.id === current || undefined}
            data-line={row.id}
            onClick={() => onLook(row.id)}
            onKeyDown={(event) => onKeyDown(event, row.id)}
          >
            <LineWords row={row} isMixed={isMixed} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function LineWords({ row, isMixed }: { row: BankTransaction; isMixed: boolean }) {
  const said = textsOf(row)
  const isOpen = openLineStates.some((state) => state === row.transaction_status)
  const below = isOpen ? row.suggestion : row.explained_as
  return (
    <>
      <span className={classes.date}>{formatDay(row.transaction_date)}</span>
      <span className={classes.words}>
        <span className={classes.party}>{titleOf(row)}</span>
        {said && <span className={classes.said}>{said}</span>}
        {below && <span className={classes.below}>{below}</span>}
        {isMixed && !isOpen && (
          <DotChip value={row.transaction_status} label={humanise(row.transaction_status)} />
        )}
      </span>
      <LineAmount amount={row.amount} />
    </>
  )
}

/** An arrow and a word tell what came in from what went out. */
export function LineAmount({ amount }: { amount: string }) {
  const isOut = amount.startsWith('-')
  const Arrow = isOut ? IconArrowUpRight : IconArrowDownLeft
  return (
    <span className={classes.amount}>
      <Arrow size={14} aria-hidden />
      <VisuallyHidden>{isOut ? 'Out' : 'In'} </VisuallyHidden>
      <Money value={amount} />
    </span>
  )
}

export function titleOf({ other_party, memo, bank_type }: BankTransaction): string {
  return other_party || memo || bank_type || 'Nothing said'
}

export function textsOf({ particulars, code, reference }: BankTransaction): string {
  return [particulars, code, reference].filter(Boolean).join(' · ')
}

/** The line that is looked at never leaves the sight of the list. */
function useCurrentInSight(current: number | null) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (current === null) return
    const line = list.current?.querySelector(`[data-line="${current}"]`)
    line?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return list
}
