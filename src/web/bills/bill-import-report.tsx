import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { RowProblem } from '#domain/bills/bill-file.ts'
import type { BillOutcome, ImportedBills } from '#domain/bills/imported-bills.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { BillCheckList } from './bill-check-list.tsx'
import classes from './bill-import.module.css'

const shownAtMost = 200

export function readyBills({ outcomes }: ImportedBills): BillOutcome[] {
  return outcomes.filter((one) => one.problems.length === 0)
}

/** Statement by statement: what it is, what it comes to and what was found. */
export function BillImportReport({ found }: { found: ImportedBills }) {
  const good = readyBills(found)
  const bad = found.outcomes.filter((one) => one.problems.length > 0)
  const shown = [...bad, ...good].slice(0, shownAtMost)
  const rest = found.outcomes.length - shown.length
  return (
    <>
      {found.problems.length > 0 && (
        <Alert color="red" mb="sm" title="Rows that can’t be read">
          <Problems problems={found.problems.slice(0, shownAtMost)} />
        </Alert>
      )}
      {shown.length > 0 && (
        <ul className={classes.statements} aria-label="Bills of the file">
          {shown.map((one) => (
            <Statement key={one.supplier_statement_number} one={one} />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          And {plural(rest, 'more', 'more')}.
        </Text>
      )}
    </>
  )
}

function Statement({ one }: { one: BillOutcome }) {
  const number = one.supplier_statement_number
  const aside = [one.supplier_name ?? 'No supplier', plural(one.lines, 'line')]
  if (one.isReplacing) aside.push('replaces the draft')
  return (
    <li className={classes.statement}>
      <div className={classes.number}>
        {one.bill_id ? (
          <Anchor component={Link} to={`/app/bill/edit?id=${one.bill_id}`} size="sm" fw={600}>
            {number}
          </Anchor>
        ) : (
          number
        )}
        <span className={classes.aside}>{aside.join(' · ')}</span>
      </div>
      <div>
        {one.contract_number ?? 'No contract'}
        <span className={classes.aside}>
          {one.customer_name ?? one.account_number_with_supplier ?? ''}
        </span>
      </div>
      <div>
        {one.period_start
          ? `${formatDay(one.period_start)} – ${formatDay(one.period_end)}`
          : 'No period'}
      </div>
      <div className={classes.due}>{one.due_total ? formatMoney(one.due_total) : '–'}</div>
      <div className={classes.checks}>
        {one.problems.length > 0 ? (
          <Problems problems={one.problems} />
        ) : (
          <BillCheckList checks={one.validations} />
        )}
      </div>
    </li>
  )
}

function Problems({ problems }: { problems: readonly RowProblem[] }) {
  return problems.map(({ row_number, message }) => (
    <Text key={`${row_number} ${message}`} size="sm" c="var(--mantine-color-error)">
      Row {row_number}: {message}
    </Text>
  ))
}
