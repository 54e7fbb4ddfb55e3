import { Alert, Text } from '@mantine/core'
import { readRateFile } from '#domain/contracts/rate-file.ts'
import type { CheckedRateFile } from '#domain/contracts/rateupdate-calls.ts'
import type { RateChange } from '#domain/contracts/shadow-run-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './rate-file.module.css'
import { formatRate } from './rate-words.ts'
import table from './rates-panel.module.css'

export function isClean({ outcomes, problems }: CheckedRateFile): boolean {
  const isGood = outcomes.every((one) => one.problem === null)
  return isGood && problems.length === 0 && outcomes.length > 0
}

/** What a clean file would change, as the shadow run takes it. */
export function changesOf(
  csv: string,
  day: string | null,
  { outcomes }: CheckedRateFile,
): RateChange[] {
  const rates = new Map(
    readRateFile(csv, day).rows.map(({ row_number, rate }) => [row_number, rate]),
  )
  return outcomes.flatMap(({ contract_id, valid_from_date, rows }): RateChange[] => {
    const own = rows.flatMap((row) => rates.get(row) ?? [])
    return contract_id === undefined ? [] : [{ contract_id, valid_from_date, rates: own }]
  })
}

const shownAtMost = 200

/** The dry run, problems first. */
export function RateFileReport(props: {
  csv: string
  day: string | null
  checked: CheckedRateFile
}) {
  const { csv, day, checked } = props
  const amounts = new Map(
    readRateFile(csv, day).rows.map(({ row_number, rate }) => [
      row_number,
      `${rate.rate_name} ${formatRate(rate.rate_amount)}`,
    ]),
  )
  const bad = checked.outcomes.filter((one) => one.problem !== null)
  const good = checked.outcomes.filter((one) => one.problem === null)
  const count = bad.length + checked.problems.length
  const shown = [...bad, ...good].slice(0, shownAtMost)
  return (
    <>
      <Text size="sm" role="status">
        {plural(good.length, 'rate update')} ready, {plural(count, 'problem')}.
      </Text>
      {checked.problems.length > 0 && (
        <Alert color="red" my="sm" title="Rows that can’t be read">
          {checked.problems.slice(0, shownAtMost).map(({ row_number, message }) => (
            <Text key={`${row_number} ${message}`} size="sm">
              Row {row_number}: {message}
            </Text>
          ))}
        </Alert>
      )}
      {shown.length > 0 && (
        <PlainTable
          label="What would change"
          rows={shown}
          keyOf={(one) => `${one.contract_number} ${one.valid_from_date}`}
          columns={[
            {
              heading: 'Contract',
              isStrong: true,
              cell: (one) => (
                <>
                  {one.contract_number}
                  <div className={table.quiet}>from {formatDay(one.valid_from_date)}</div>
                </>
              ),
            },
            {
              heading: 'New rates',
              cell: ({ rows }) => (
                <>
                  {rows.map((row) => amounts.get(row)).join(', ')}
                  <div className={table.quiet}>
                    {rows.length === 1 ? 'Row' : 'Rows'} {rows.join(', ')}
                  </div>
                </>
              ),
            },
            {
              heading: 'Check',
              toneOf: (one) => (one.problem ? classes.problem : undefined),
              cell: (one) => one.problem ?? 'Ready',
            },
          ]}
        />
      )}
      {checked.outcomes.length > shown.length && (
        <Text size="xs" c="dimmed" mt={6}>
          And {plural(checked.outcomes.length - shown.length, 'more', 'more')}.
        </Text>
      )}
    </>
  )
}
