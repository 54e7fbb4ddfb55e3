import { useQueries } from '@tanstack/react-query'
import { countQuery } from '#web/kit/list/use-list.ts'
import { type LineChoice, type LineView, lineParams, lineViews } from './bank-query.ts'
import classes from './line-tabs.module.css'

const labels: Record<LineView, string> = {
  open: 'Open',
  automatic: 'Matched by itself',
  matched: 'Matched',
  left_out: 'Left out',
  all: 'All',
}

interface Props {
  choice: LineChoice
  onView: (view: LineView) => void
}

/** Lines by what became of them, each kind with its count. */
export function LineTabs({ choice, onView }: Props) {
  const counts = useQueries({
    queries: lineViews.map((view) =>
      countQuery('banktransactions', lineParams({ ...choice, view })),
    ),
  })
  return (
    <nav className={classes.tabs} aria-label="Which lines">
      {lineViews.map((view, place) => (
        <button
          key={view}
          type="button"
          className={classes.tab}
          aria-current={view === choice.view ? 'page' : undefined}
          onClick={() => onView(view)}
        >
          {labels[view]}
          <span className={classes.count}>{counts[place]?.data?.toLocaleString('en-NZ')}</span>
        </button>
      ))}
    </nav>
  )
}
