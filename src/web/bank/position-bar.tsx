import { Text } from '@mantine/core'
import type { BankPosition } from '#domain/bank/bank-calls.ts'
import { cents, sumCents, toDecimalString } from '#domain/kit/money.ts'
import { Money } from '#web/kit/list/cells.tsx'
import classes from './position-bar.module.css'

interface Props {
  positions: readonly BankPosition[]
  account: number | null
  onAccount: (account: number | null) => void
}

/** How the accounts stand, always in sight; choosing one shows its lines alone. */
export function PositionBar({ positions, account, onAccount }: Props) {
  return (
    <section className={classes.bar} aria-label="How the accounts stand">
      {positions.length > 1 && (
        <Position
          position={allOf(positions)}
          isChosen={account === null}
          onChoose={() => onAccount(null)}
        />
      )}
      {positions.map((one) => (
        <Position
          key={one.bankaccount_id}
          position={one}
          isChosen={account === one.bankaccount_id || positions.length === 1}
          onChoose={() => onAccount(one.bankaccount_id)}
        />
      ))}
    </section>
  )
}

type ShownPosition = Pick<
  BankPosition,
  'name' | 'bank_balance' | 'book_balance' | 'difference' | 'open_lines' | 'feed_status'
>

interface PositionProps {
  position: ShownPosition
  isChosen: boolean
  onChoose: () => void
}

function Position({ position, isChosen, onChoose }: PositionProps) {
  const { name, bank_balance, book_balance, difference, open_lines, feed_status } = position
  const isEven = cents(difference) === 0
  return (
    <button type="button" className={classes.account} aria-pressed={isChosen} onClick={onChoose}>
      <span className={classes.name}>
        <Text component="span" size="sm" fw={600} truncate>
          {name}
        </Text>
        <span className={classes.left}>
          {feed_status === 'broken' && 'Feed broken · '}
          {open_lines === 0 ? 'None left' : `${open_lines} left`}
        </span>
      </span>
      <span className={classes.figures}>
        <Figure label="Bank" value={bank_balance} />
        <Figure label="Books" value={book_balance} />
        <Figure label={isEven ? 'They agree' : 'Difference'} value={difference} isOff={!isEven} />
      </span>
    </button>
  )
}

function Figure({ label, value, isOff }: { label: string; value: string; isOff?: boolean }) {
  return (
    <span className={classes.figure} data-off={isOff || undefined}>
      <span className={classes.label}>{label}</span> <Money value={value} />
    </span>
  )
}

function allOf(positions: readonly BankPosition[]): ShownPosition {
  const sum = (field: 'bank_balance' | 'book_balance' | 'difference') =>
    toDecimalString(sumCents(positions.map((one) => cents(one[field]))))
  return {
    name: 'All accounts',
    bank_balance: sum('bank_balance'),
    book_balance: sum('book_balance'),
    difference: sum('difference'),
    open_lines: positions.reduce((total, one) => total + one.open_lines, 0),
    // Said of the one account.
    feed_status: null,
  }
}
