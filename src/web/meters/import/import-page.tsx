import { Alert, Button, Paper, Progress, Skeleton, Text } from '@mantine/core'
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatStamp } from '#domain/kit/calendar.ts'
import { humanise, plural } from '#domain/kit/wording.ts'
import type { ReadingImport } from '#domain/meters/readingimport.ts'
import { readingimportCalls } from '#domain/meters/readingimport-calls.ts'
import { type ImportWork, isAtWork } from '#domain/meters/readingimport-machine.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { formatWords } from './chosen-file.ts'
import { forgetImport, importQuery, type KnownImport } from './import-query.ts'
import { ImportResult } from './import-result.tsx'
import { type ImportStep, ImportSteps } from './import-steps.tsx'
import { Pool } from './pool.tsx'

/** One import: how far it is, its rows, and what came of it. It can be left and found again. */
export function ImportPage({ id }: { id: number }) {
  const { data: known, error, refetch } = useQuery(importQuery(id))
  const row = known?.row
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
      actions={known && <Actions known={known} />}
    >
      {known ? <Body known={known} /> : <Skeleton height={200} />}
    </Page>
  )
}

/** What other screens show of readings is out of date once the server has finished. */
function useNewsOf(row: ReadingImport | undefined) {
  const wasAtWork = useRef(false)
  useEffect(() => {
    const isWorking = row !== undefined && isAtWork(row.import_status)
    if (row && wasAtWork.current && !isWorking) void forgetImport(row.id)
    wasAtWork.current = isWorking
  }, [row])
}

function summaryOf(row: ReadingImport): string {
  const rows = row.rows_total === null ? '' : ` · ${plural(row.rows_total, 'reading')}`
  return `${formatWords[row.format]} · imported ${formatStamp(row.created_at)}${rows}`
}

function stepOf({ import_status }: ReadingImport): ImportStep {
  if (import_status === 'checking' || import_status === 'failed') return 'Check'
  return ['ready', 'accepting'].includes(import_status) ? 'Mend and accept' : 'Result'
}

function Body({ known }: { known: KnownImport }) {
  const { row } = known
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
      {isAtWork(import_status) && <Work row={row} work={import_status} />}
      {['done', 'undone'].includes(import_status) && <ImportResult row={row} />}
      {['ready', 'done', 'undone'].includes(import_status) && <Pool known={known} />}
    </>
  )
}

const workWords: Record<ImportWork, string> = {
  checking: 'Checking the readings',
  accepting: 'Accepting the readings',
  undoing: 'Taking the readings back',
}

/** How far the server is; the page may be left meanwhile. */
function Work({ row, work }: { row: ReadingImport; work: ImportWork }) {
  const { rows_total, rows_done, rows_accepted, rows_rejected } = row
  const total = rows_total ?? 0
  const isChecking = work === 'checking'
  const done = isChecking ? (rows_done ?? 0) : (rows_accepted ?? 0) + (rows_rejected ?? 0)
  const isKnown = work !== 'undoing' && total > 0
  const number = (value: number) => value.toLocaleString('en-NZ')
  const words = workWords[work]
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

function Actions({ known: { row, may } }: { known: KnownImport }) {
  // With nothing accepted there is nothing to take back.
  const isUndoable = may.has('undo') && (row.rows_accepted ?? 0) > 0
  return (
    <>
      {isUndoable && (
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

async function undo({ id, file_name, rows_accepted }: ReadingImport): Promise<void> {
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
  await send(readingimportCalls.undo, { id }).catch(toastProblem)
  await forgetImport(id)
}
