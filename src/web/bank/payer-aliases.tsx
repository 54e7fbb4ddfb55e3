import { Anchor, Button, Paper, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { payeraliasCalls } from '#domain/bank/bank-calls.ts'
import { payeralias, type StoredPayerAlias } from '#domain/bank/payeralias.ts'
import { humanise } from '#domain/kit/wording.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { countOf } from '#web/kit/list/remove-rows.ts'
import { listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { removeForGood } from './remove-for-good.ts'

const AT_MOST = 200
const consequence =
  'Lines of this payer are asked about again, until people have confirmed it anew.'

/** How customers pay, as people's choices have taught; what is wrong is removed. */
export function Screen() {
  const [q, setQ] = useQueryState('q', parseAsString.withDefault(''))
  const [settled] = useDebouncedValue(q, 200)
  const { data, error, refetch } = useQuery({
    queryKey: ['payeraliases', 'list', settled],
    queryFn: async ({ signal }) => {
      const asked = listInput({ q: settled || undefined, limit: AT_MOST })
      return send(payeraliasCalls.list, asked, { signal })
    },
    placeholderData: keepPreviousData,
  })
  const rows = data?.data ?? []
  const total = data?.info.total ?? 0
  const shown = total > rows.length ? ` · the newest ${rows.length} are shown` : ''
  return (
    <Page
      title={payeralias.labelPlural}
      summary={data ? `${countOf(payeralias, total)}${shown}` : ' '}
    >
      <TextInput
        aria-label="Search the payers"
        placeholder="Account or words of the bank…"
        maw={360}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={q}
        onChange={(event) => void setQ(event.currentTarget.value || null)}
      />
      {!data && !error && <Skeleton height={240} radius="lg" />}
      {error && !data && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <NothingHere
          title={q ? 'No payer matches.' : 'No payer is known yet.'}
          description="Each line that somebody matches teaches how its customer pays."
        />
      )}
      {rows.length > 0 && (
        <Paper p={0}>
          <Payers rows={rows} customers={data?.info.titles?.customer ?? {}} />
        </Paper>
      )}
    </Page>
  )
}

interface PayersProps {
  rows: readonly StoredPayerAlias[]
  customers: Record<string, string>
}

function Payers({ rows, customers }: PayersProps) {
  return (
    <PlainTable
      label="Payers"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { heading: 'Known by', isRowHeading: true, cell: ({ shown_as }) => shown_as },
        { heading: 'Kind', cell: ({ kind }) => humanise(kind) },
        {
          heading: 'Customer',
          cell: ({ customer_id: id }) => (
            <Anchor component={Link} to={`/app/customer/details?id=${id}`} size="sm" inherit>
              {customers[String(id)] ?? `Customer ${id}`}
            </Anchor>
          ),
        },
        { heading: 'Confirmed', isNumber: true, cell: ({ confirmations }) => confirmations },
        { heading: 'Contradicted', isNumber: true, cell: ({ contradictions }) => contradictions },
        {
          heading: 'Shared',
          cell: ({ is_shared }) => (is_shared ? 'Several use it' : 'One alone'),
        },
        {
          heading: 'Remove',
          isHeadingHidden: true,
          cell: ({ id, shown_as }) => (
            <Button
              variant="subtle"
              aria-label={`Remove ${shown_as}`}
              onClick={() => void removeForGood(payeralias, { id, name: shown_as, consequence })}
            >
              Remove
            </Button>
          ),
        },
      ]}
    />
  )
}
