import { Alert, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { termFields, termsAt } from '#domain/contracts/contract-terms.ts'
import { formatDay, formatDayShort } from '#domain/kit/calendar.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { today } from '#web/kit/frame/today.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
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
        <WideTable label="Terms history">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Valid from</Table.Th>
              {changed.map((name) => (
                <Table.Th key={name}>{labelOf(contract, name)}</Table.Th>
              ))}
              <Table.Th>Set by</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.map((one) => (
              <Table.Tr key={one.valid_from_date}>
                <Table.Td fw={one === current ? 650 : 400}>
                  {formatDay(one.valid_from_date)}
                  {one === current && ' (in force)'}
                </Table.Td>
                {changed.map((name) => (
                  <Table.Td key={name}>
                    {cellOf(contract, name, one.terms[name], { titles: {}, options })}
                  </Table.Td>
                ))}
                <Table.Td>{one.actor_name}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Paper>
  )
}
