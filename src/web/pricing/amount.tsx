import { formatMoney } from '#domain/kit/money.ts'
import classes from './amount.module.css'

interface Props {
  /** What the amount is, for those who hear the screen. */
  label: string
  value: string
  onExplain: () => void
}

/** An amount that opens its derivation. */
export function Amount({ label, value, onExplain }: Props) {
  const text = formatMoney(value)
  return (
    <button
      type="button"
      className={classes.amount}
      aria-label={`${text}, ${label}: where it comes from`}
      onClick={onExplain}
    >
      {text}
    </button>
  )
}
