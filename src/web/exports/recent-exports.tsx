import { Anchor, Button, Group, Paper, Progress, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { parseAsInteger, useQueryState } from 'nuqs'
import type { ExportJob } from '#domain/exports/export.ts'
import { exportCalls } from '#domain/exports/export-calls.ts'
import { sizeWords } from '#domain/files/media-type.ts'
import { plural } from '#domain/kit/wording.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import { download } from '#web/kit/session/download.ts'
import { send } from '#web/kit/session/send.ts'
import { ExportFiles } from './export-files.tsx'
import { isUnderWay, readExportsAgain, useRecentExports } from './export-queries.ts'
import classes from './exports.module.css'

/** What was asked for lately: how far it has come, what is in it, and what can be done with it. */
export function RecentExports() {
  const { data, error, refetch } = useRecentExports()
  const [id, setId] = useQueryState('id', parseAsInteger)
  const opened = data?.find((one) => one.id === id)
  return (
    <Paper component="section" aria-label="Exports">
      <Title order={2} mb="sm">
        Exports
      </Title>
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <NothingHere
          title="Nothing was exported yet."
          description="An archive is kept for seven days, and then taken away."
        />
      )}
      {data && data.length > 0 && (
        <PlainTable
          label="Exports"
          rows={data}
          keyOf={(row) => row.id}
          columns={[
            {
              heading: 'Of',
              className: classes.name,
              isRowHeading: true,
              cell: (row) => (
                <Name row={row} onOpen={() => void setId(row.id === id ? null : row.id)} />
              ),
            },
            {
              heading: 'Status',
              className: classes.status,
              cell: (row) => (
                <Group gap="sm">
                  <div className={classes.state}>
                    <Status row={row} />
                  </div>
                  <Actions row={row} />
                </Group>
              ),
            },
            { heading: 'Asked by', className: classes.line, cell: (row) => row.asked_by },
            {
              heading: 'When',
              className: classes.line,
              cell: (row) => formatStamp(row.created_at),
            },
            { heading: 'Size', isNumber: true, cell: sizeOf },
          ]}
        />
      )}
      {opened?.manifest && <ExportFiles row={opened} manifest={opened.manifest} />}
    </Paper>
  )
}

const sizeOf = ({ size_bytes, export_status }: ExportJob) =>
  export_status === 'done' ? sizeWords(size_bytes) : ''

function Name({ row, onOpen }: { row: ExportJob; onOpen: () => void }) {
  const { name, manifest, reason, has_masked } = row
  return (
    <>
      {manifest ? (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onOpen}>
          {name}
        </Anchor>
      ) : (
        name
      )}
      {(reason || has_masked) && (
        <Text size="xs" c="dimmed">
          {[has_masked && 'With hidden details', reason].filter(Boolean).join(' · ')}
        </Text>
      )}
    </>
  )
}

function Status({ row }: { row: ExportJob }) {
  const { export_status, files_done, files_total, rows_done, problem } = row
  if (!isUnderWay(row))
    return (
      <>
        <StatusChip value={export_status} label={export_status} />
        {problem && (
          <Text size="xs" c="dimmed">
            {problem}
          </Text>
        )}
      </>
    )
  const [done, total] = [files_done ?? 0, files_total ?? 0]
  return (
    <div aria-live="polite">
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label="Progress" mb={4} />
      <Text size="xs" c="dimmed">
        {total === 0
          ? 'Waiting'
          : `${done} of ${plural(total, 'file')}, ${plural(rows_done ?? 0, 'row')}`}
      </Text>
    </div>
  )
}

function Actions({ row }: { row: ExportJob }) {
  const { id, name, export_status } = row
  const act = async (made: Promise<Answer<unknown>>) => {
    try {
      toast((await made).message)
    } catch (cause) {
      toastProblem(cause)
    }
    await readExportsAgain()
  }
  const discard = async () => {
    const answer = await ask<'discard' | 'cancel'>({
      title: 'Throw the export away?',
      text: 'Its files are taken away now. That it was made stays in the history.',
      cancel: 'cancel',
      answers: [
        { answer: 'cancel', label: 'Cancel' },
        { answer: 'discard', label: 'Throw away', isDanger: true },
      ],
    })
    if (answer === 'discard') await act(send(exportCalls.discard, { id }))
  }
  if (isUnderWay(row))
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Stop: ${name}`}
        onClick={() => void act(send(exportCalls.cancel, { id }))}
      >
        Stop
      </Button>
    )
  if (export_status === 'cancelled' || export_status === 'failed')
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Begin again: ${name}`}
        onClick={() => void act(send(exportCalls.resume, { id }))}
      >
        Begin again
      </Button>
    )
  if (export_status !== 'done') return null
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        aria-label={`Download: ${name}`}
        onClick={() => void download(exportCalls.download, { id }, 'export.zip')}
      >
        Download
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Throw away: ${name}`}
        onClick={() => void discard()}
      >
        Throw away
      </Button>
    </Group>
  )
}
