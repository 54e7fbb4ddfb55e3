import classes from './digest.module.css'

/** A digest in figures of one width, which may break anywhere. */
export function Digest({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.digest}>
      <span>{label}</span>
      <code>{value}</code>
    </div>
  )
}
