import classes from './map.module.css'

const entries: [mark: string, words: string][] = [
  ['number', 'Several close together; ringed in red where some are overdue'],
  ['filled', 'At its address'],
  ['hollow', 'Only its suburb or town is known'],
  ['overdue', 'Overdue'],
]

/** What the marks mean. */
export function MapLegend({ hasAddresses }: { hasAddresses: boolean }) {
  return (
    <ul className={classes.legend}>
      {entries.map(([mark, words]) => (
        <li key={mark}>
          <span className={`${classes.sample} ${classes[mark]}`} aria-hidden />
          {words}
        </li>
      ))}
      {!hasAddresses && <li>No table of addresses is loaded: places are found by their town.</li>}
    </ul>
  )
}
