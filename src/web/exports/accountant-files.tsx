import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import type { AccountantFile } from '#domain/exports/accountantfile.ts'
import { accountantfileCalls } from '#domain/exports/accountantfile-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { download } from '#web/kit/session/download.ts'
import { send } from '#web/kit/session/send.ts'
import { AccountantDocuments } from './accountant-documents.tsx'
import classes from './exports.module.css'
import { NewAccountantFile } from './new-accountant-file.tsx'

/** Files for the program the accountant works with, and whether the books agree with each. */
export function Screen() {
  const [id, setId] = useQueryState('id', parseAsInteger)
  const { data, error, refetch } = useQuery({
    queryKey: ['accountantfiles', 'recent'],
    queryFn: async ({ signal }) =>
      (await send(accountantfileCalls.list, { limit: '50' }, { signal })).data ?? [],
  })
  const opened = data?.find((one) => one.id === id)
  return (
    <Page
      title="Accountant’s files"
      summary="Invoices, bills and journals for Xero and MYOB, written from the books"
    >
      <Stack gap="md">
        <NewAccountantFile />
        <Paper component="section" aria-label="Files">
          <Title order={2} mb="sm">
            Files
          </Title>
          {error && <Trouble cause={error} onRetry={() => void refetch()} />}
          {data?.length === 0 && (
            <NothingHere
              title="No file was made yet."
              description="What was in a file is marked; the next one has only what is new."
            />
          )}
          {data && data.length > 0 && (
            <FileTable rows={data} onOpen={(row) => void setId(row.id === id ? null : row.id)} />
          )}
          {opened && <AccountantDocuments file={opened} />}
        </Paper>
      </Stack>
    </Page>
  )
}

interface TableProps {
  rows: readonly AccountantFile[]
  onOpen: (row: AccountantFile) => void
}

function FileTable({ rows, onOpen }: TableProps) {
  return (
    <PlainTable
      label="Files"
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          heading: 'File',
          className: classes.name,
          isRowHeading: true,
          cell: (row) => (
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="left"
              onClick={() => onOpen(row)}
            >
              {row.name}
            </Anchor>
          ),
        },
        {
          heading: 'Actions',
          isHeadingHidden: true,
          cell: (row) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              aria-label={`Download: ${row.name}`}
              onClick={() =>
                void download(accountantfileCalls.download, { id: row.id }, 'accountant.csv')
              }
            >
              Download
            </Button>
          ),
        },
        { heading: 'Documents', isNumber: true, cell: (row) => row.documents },
        { heading: 'In this file', isNumber: true, cell: (row) => formatMoney(row.total) },
        { heading: 'The books', className: classes.line, cell: (row) => <Agreement row={row} /> },
        {
          heading: 'Made',
          className: classes.line,
          cell: (row) => `${formatStamp(row.created_at)}, ${row.asked_by}`,
        },
      ]}
    />
  )
}

/** Whether what was exported of the days so far is what the books say of them. */
function Agreement({ row }: { row: AccountantFile }) {
  const isFine = row.difference === '0.00'
  const before = row.before_total !== '0.00' ? `, ${formatMoney(row.before_total)} before` : ''
  return (
    <Text size="sm" c={isFine ? 'dimmed' : 'red'}>
      {isFine
        ? `Agree: ${formatMoney(row.books_total)}${before}`
        : `Say ${formatMoney(row.books_total)}: ${formatMoney(row.difference)} apart${before}`}
    </Text>
  )
}
