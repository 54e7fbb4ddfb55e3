import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { Money } from './cells.tsx'
import classes from './data-table.module.css'

export interface Totals {
  /** By column; none where there are too many rows to add them up unasked. */
  sums: Record<string, string> | undefined
  /** The columns that are added up. */
  columns: readonly string[]
}

interface RowProps {
  totals: Totals
  /** Every column of the table, in its order. */
  names: readonly string[]
}

/** Under its columns, what they come to over every row that matches, not only those in sight. */
export function TotalsRow({ totals, names }: RowProps) {
  const { sums, columns } = totals
  if (columns.length === 0) return null
  // The first column names the row, whatever else it is.
  const first = Math.max(
    1,
    names.findIndex((name) => columns.includes(name)),
  )
  return (
    <tfoot className={classes.totals}>
      <tr>
        <td className={classes.check} />
        <th scope="row" colSpan={first}>
          {sums ? 'Total' : 'Total: “Count all” adds up every row'}
        </th>
        {names.slice(first).map((name) => (
          <td key={name} data-right>
            {sums?.[name] !== undefined && (
              <span className={classes.sum}>
                <Money value={sums[name]} />
              </span>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** The same where rows are cards. */
export function TotalsCard({ entity, totals }: { entity: Entity; totals: Totals }) {
  const { sums, columns } = totals
  if (!sums || columns.length === 0) return null
  return (
    <dl className={classes.totalsCard} aria-label="Total">
      {columns.map((name) => (
        <div key={name}>
          <dt>{labelOf(entity, name)}, in all</dt>
          <dd>
            <Money value={sums[name] ?? '0'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
