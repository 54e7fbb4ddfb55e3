import { Alert, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { type DatedTerms, termFields, termsAt } from '#domain/contracts/contract-terms.ts'
import { formatDay, formatDayShort } from '#domain/kit/calendar.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { today } from '#web/kit/frame/today.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'

/** Every term of the contract in the sections of its form, and what held before. */
export function TermsPanel({ row, titles }: { row: EditRow & Contract; titles: Titles }) {
  return (
    <>
      {row.contract_status === 'active' && (row.valid_from_date ?? '') > today() && (
        <Alert color="amber">
          These terms hold from {formatDayShort(row.valid_from_date)}. What holds until then is in
          the terms history below.
        </Alert>
      )}
      {Object.entries(contract.form).map(([heading, names]) => (
        <Facts
          key={heading}
          entity={contract}
          row={row}
          titles={titles}
          heading={heading}
          names={names}
        />
      ))}
      <TermsHistory id={row.id} version={row.version} />
    </>
  )
}

function TermsHistory({ id, version }: { id: number; version: number }) {
  const options = useOptions()
  const { data, isPending, error } = useQuery({
    queryKey: ['contract', id, 'terms', version],
    queryFn: async () => (await send(contractCalls.terms, { id })).data ?? [],
  })
  if (isPending) return <Skeleton height={120} radius="lg" />
  if (error) return <Trouble cause={error} />
  const versions = [...data].reverse()
  const current = termsAt(data, today())
  // Only what ever changed tells the versions apart.
  const changed = termFields.filter(
    (name) => new Set(data.map(({ terms }) => JSON.stringify(terms[name] ?? null))).size > 1,
  )
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Terms history
      </Title>
      {versions.length === 0 && (
        <Text size="sm" c="dimmed">
          Terms are kept by day from when the contract comes into force.
        </Text>
      )}
      {versions.length === 1 && (
        <Text size="sm" c="dimmed">
          Unchanged since {formatDay(versions[0]?.valid_from_date)}.
        </Text>
      )}
      {versions.length > 1 && (
        <PlainTable
          label="Terms history"
          rows={versions}
          keyOf={(one) => one.valid_from_date}
          columns={[
            {
              heading: 'Valid from',
              cell: (one) => (
                <Text span inherit fw={one === current ? 650 : 400}>
                  {formatDay(one.valid_from_date)}
                  {one === current && ' (in force)'}
                </Text>
              ),
            },
            ...changed.map((name) => ({
              heading: labelOf(contract, name),
              cell: ({ terms }: DatedTerms) =>
                cellOf(contract, name, terms[name], { titles: {}, options }),
            })),
            { heading: 'Set by', cell: (one) => one.actor_name },
          ]}
        />
      )}
    </Paper>
  )
}
