import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AccountantFile } from '#domain/exports/accountantfile.ts'
import { accountantfileCalls } from '#domain/exports/accountantfile-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'
import classes from './exports.module.css'

/** The documents that were in a file; each is an entry of the books. */
export function AccountantDocuments({ file: { id, name } }: { file: AccountantFile }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['accountantfiles', 'documents', id],
    queryFn: async ({ signal }) =>
      (await send(accountantfileCalls.documents, { id }, { signal })).data ?? [],
  })
  return (
    <section aria-labelledby="documents">
      <Title order={3} id="documents" mt="md" mb="xs">
        {name}
      </Title>
      {isPending && <Skeleton height={120} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && (
        <PlainTable
          label="Documents"
          rows={data}
          keyOf={({ transaction_id }) => transaction_id}
          columns={[
            {
              heading: 'Document',
              isRowHeading: true,
              className: classes.line,
              cell: ({ number }) => number,
            },
            { heading: 'With', cell: ({ party }) => party },
            {
              heading: 'Date',
              className: classes.line,
              cell: ({ document_date }) => formatDayShort(document_date),
            },
            { heading: 'With GST', isNumber: true, cell: ({ amount }) => formatMoney(amount) },
          ]}
        />
      )}
    </section>
  )
}
