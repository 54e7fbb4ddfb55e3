import { Alert, Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileText, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { gstBoxNumbers, gstBoxWords } from '#domain/reports/gst-boxes.ts'
import { type GstReturn, gstreturn } from '#domain/reports/gstreturn.ts'
import { gstreturnCalls, type KeptRounding } from '#domain/reports/gstreturn-calls.ts'
import { KeptFile } from '#web/files/kept-file.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { HistoryMore } from '#web/kit/frame/more-menu.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import { download } from '#web/kit/session/download.ts'
import { send } from '#web/kit/session/send.ts'
import { GstActions } from './gst-actions.tsx'
import { GstDocuments } from './gst-documents.tsx'

/** One return: its boxes, what stands beside them in the books, and every document behind it. */
export function GstReturnDetails({ answer }: { answer: Answer<EditRow> }) {
  const row = answer.data as unknown as GstReturn // The row of the return's own call.
  const { id, return_status, period_start, period_end, version } = row
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['gstreturn', id, 'documents', version],
    queryFn: async ({ signal }) => {
      const found = await send(gstreturnCalls.documents, { id }, { signal })
      return { documents: found.data ?? [], ...found.info }
    },
  })
  const period = `${formatDayShort(period_start)} – ${formatDayShort(period_end)}`
  return (
    <Page
      title={`GST return ${period}`}
      chips={<StatusChip value={return_status} label={return_status} />}
      summary={summaryOf(row)}
      crumbs={
        <Crumbs
          path={[
            ['Reports', '/app/reports'],
            ['GST return', '/app/reports?name=gst'],
          ]}
          here={period}
        />
      }
      actions={
        <>
          <HistoryMore entity={gstreturn} id={id} />
          <Papers row={row} />
          <GstActions row={row} actions={answer.info.available_actions ?? []} />
        </>
      }
    >
      <Stack gap="md">
        {return_status === 'filed' && <FiledBanner row={row} />}
        {(data?.changes.length ?? 0) > 0 && (
          <Alert color="blue">
            The last look at the books changed {data?.changes.length} of its documents; they are
            marked below.
          </Alert>
        )}
        <Boxes row={row} rounding={data?.rounding ?? []} />
        {isPending && <Skeleton height={240} radius="lg" />}
        {error && <Trouble cause={error} onRetry={() => void refetch()} />}
        {data && <GstDocuments {...data} />}
      </Stack>
    </Page>
  )
}

function summaryOf({ gst_basis, due_date, prepared_at }: GstReturn): string {
  const basis = gst_basis === 'payments' ? 'Payments basis' : 'Invoice basis'
  return `${basis} · due ${formatDayShort(due_date)} · prepared ${formatStamp(prepared_at)}`
}

function Papers({ row: { id, period_end } }: { row: GstReturn }) {
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={15} aria-hidden />}
        onClick={() => void download(gstreturnCalls.pdf, { id }, `GST-return-${period_end}.pdf`)}
      >
        PDF
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() =>
          void download(gstreturnCalls.documentsCsv, { id }, `gstreturn-${period_end}.csv`)
        }
      >
        Download CSV
      </Button>
    </>
  )
}

function FiledBanner({ row }: { row: GstReturn }) {
  return (
    <Alert color="petrol" icon={<IconLock size={18} aria-hidden />} title="Filed, and final">
      On {formatDayShort(row.filed_date)} by {row.filed_by} as {row.reference}. The books are locked
      to {formatDayShort(row.period_end)}. Fingerprint of the PDF: {row.sha256?.slice(0, 16)}…
    </Alert>
  )
}

const sums: readonly number[] = [10, 14, 15]

function Boxes({ row, rounding }: { row: GstReturn; rounding: readonly KeptRounding[] }) {
  return (
    <Paper p={0}>
      <PlainTable
        label="Boxes of the return"
        spacing="md"
        rows={gstBoxNumbers}
        keyOf={(box) => box}
        columns={[
          { heading: 'Box', isRowHeading: true, cell: (box) => `${box}  ${gstBoxWords[box]}` },
          {
            heading: 'Amount',
            isNumber: true,
            cell: (box) => {
              const text = formatMoney(row[`box_${box}`])
              return sums.includes(box) ? <b>{text}</b> : text
            },
          },
          {
            heading: 'In the books',
            cell: (box) => <Beside told={rounding.find((one) => one.box === box)} />,
          },
        ]}
      />
      {(row.adjustments_by_hand ?? []).map(({ box, amount, reason, file_id }) => (
        <Text key={`${box} ${reason}`} size="sm" c="dimmed" px="md" py={4}>
          Box {box}: {formatMoney(amount)} by hand, {reason}{' '}
          {file_id && <KeptFile id={file_id} label="Its paper" />}
        </Text>
      ))}
    </Paper>
  )
}

/** Rounding is said quietly; more than that names the documents. */
function Beside({ told }: { told: KeptRounding | undefined }) {
  if (!told) return null
  const booked = formatMoney(told.booked)
  if (told.difference === '0.00') return booked
  const difference = formatMoney(told.difference)
  if (told.is_rounding) return `${booked}, rounding ${difference}`
  return (
    <Text size="sm" c="red">
      {booked}, {difference} away: {told.documents.slice(0, 5).join(', ')}
    </Text>
  )
}
