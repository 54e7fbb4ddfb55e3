import { Alert, Button, Paper, Progress, Skeleton, Text } from '@mantine/core'
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatStamp } from '#domain/kit/calendar.ts'
import { humanise, plural } from '#domain/kit/wording.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { api } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { formatWords } from './chosen-file.ts'
import { forgetImport, type ImportRow, importQuery, isAtWork } from './import-query.ts'
import { ImportResult } from './import-result.tsx'
import { type ImportStep, ImportSteps } from './import-steps.tsx'
import { Pool } from './pool.tsx'

/** One import: how far it is, its rows, and what came of it. It can be left and found again. */
export function ImportPage({ id }: { id: number }) {
  const { data: row, error, refetch } = useQuery(importQuery(id))
  useNewsOf(row)
  if (error && !row) return <Trouble cause={error} onRetry={() => void refetch()} />
  return (
    <Page
      title={row?.file_name ?? 'Import readings'}
      summary={row ? summaryOf(row) : ' '}
      crumbs={
        <Crumbs
          path={[
            ['Meter readings', '/app/meterreadings'],
            ['Import readings', '/app/meterreadings/import'],
          ]}
          here={row?.file_name ?? ''}
        />
      }
      chips={row && <StatusChip value={row.import_status} label={humanise(row.import_status)} />}
      actions={row && <Actions row={row} />}
    >
      {row ? <Body row={row} /> : <Skeleton height={200} />}
    </Page>
  )
}

/** What other screens show of readings is out of date once the server has finished. */
function useNewsOf(row: ImportRow | undefined) {
  const wasAtWork = useRef(false)
  useEffect(() => {
    if (row && wasAtWork.current && !isAtWork(row)) void forgetImport(row.id)
    wasAtWork.current = isAtWork(row)
  }, [row])
}

function summaryOf(row: ImportRow): string {
  const rows = row.rows_total === null ? '' : ` · ${plural(row.rows_total, 'reading')}`
  return `${formatWords[row.format]} · imported ${formatStamp(row.created_at)}${rows}`
}

function stepOf({ import_status }: ImportRow): ImportStep {
  if (import_status === 'checking' || import_status === 'failed') return 'Check'
  return ['ready', 'accepting'].includes(import_status) ? 'Mend and accept' : 'Result'
}

function Body({ row }: { row: ImportRow }) {
  const { import_status, message } = row
  return (
    <>
      <ImportSteps here={stepOf(row)} />
      {import_status === 'failed' && (
        <Alert color="red" role="alert" title="This file could not be imported">
          {message}
        </Alert>
      )}
      {message && import_status !== 'failed' && (
        <Alert color="amber" title="What we noticed in this file">
          {message}
        </Alert>
      )}
      {isAtWork(row) && <Work row={row} />}
      {['done', 'undone'].includes(import_status) && <ImportResult row={row} />}
      {['ready', 'done', 'undone'].includes(import_status) && <Pool row={row} />}
    </>
  )
}

/** How far the server is; the page may be left meanwhile. */
function Work({ row }: { row: ImportRow }) {
  const { import_status, rows_total, rows_done, rows_accepted, rows_rejected } = row
  const total = rows_total ?? 0
  const isChecking = import_status === 'checking'
  const done = isChecking ? (rows_done ?? 0) : (rows_accepted ?? 0) + (rows_rejected ?? 0)
  const isKnown = import_status !== 'undoing' && total > 0
  const number = (value: number) => value.toLocaleString('en-NZ')
  const words = {
    checking: 'Checking the readings',
    accepting: 'Accepting the readings',
    undoing: 'Taking the readings back',
  }[import_status as 'checking' | 'accepting' | 'undoing'] // Only these are shown here.
  return (
    <Paper>
      <Text fw={600} size="sm" role="status">
        {words}
        {isKnown ? `: ${number(done)} of ${number(total)}` : ' …'}
      </Text>
      <Progress
        mt="xs"
        aria-label={words}
        value={isKnown ? (100 * done) / total : 100}
        animated={!isKnown}
      />
      <Text size="xs" c="dimmed" mt="xs">
        You can leave this page; the work goes on and you will find it here.
      </Text>
    </Paper>
  )
}

function Actions({ row }: { row: ImportRow }) {
  const { role } = useSession()
  const isUndoable = ['ready', 'done'].includes(row.import_status) && (row.rows_accepted ?? 0) > 0
  return (
    <>
      {isUndoable && atLeast(role, 'manager') && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          onClick={() => void undo(row)}
        >
          Undo this import
        </Button>
      )}
      <Button
        component={Link}
        to="/app/meterreadings/import"
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
      >
        New import
      </Button>
    </>
  )
}

async function undo({ id, file_name, rows_accepted }: ImportRow): Promise<void> {
  const readings = plural(rows_accepted ?? 0, 'reading')
  const answer = await ask<'undo' | 'cancel'>({
    title: 'Undo this import?',
    text: `${readings} from ${file_name} will be taken back.`,
    detail: 'The use of the meters is worked out again without them.',
    cancel: 'cancel',
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'undo', label: 'Undo the import', isDanger: true },
    ],
  })
  if (answer !== 'undo') return
  await api.post('/readingimport/undo', { id }).catch(toastProblem)
  await forgetImport(id)
}
