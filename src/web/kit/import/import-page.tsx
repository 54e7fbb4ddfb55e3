import { Alert, Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { isAtWork } from '#domain/kit/import/import-machine.ts'
import { humanise, plural } from '#domain/kit/wording.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { useSession } from '#web/kit/session/session.ts'
import { forgetImport, importQuery, type KnownImport } from './import-query.ts'
import type { AnyScreen, ImportRow } from './import-screen.ts'
import { type ImportStep, ImportSteps } from './import-steps.tsx'
import { ImportWork } from './import-work.tsx'
import { Pool } from './pool.tsx'
import { WaitingColumns } from './waiting-columns.tsx'

/** One import: how far it is, its rows, and what came of it. It can be left and found again. */
export function ImportPage({ screen, id }: { screen: AnyScreen; id: number }) {
  const { data: known, error, refetch } = useQuery(importQuery(screen, id))
  const row: ImportRow | undefined = known?.row
  useNewsOf(screen, row)
  if (error && !row) return <Trouble cause={error} onRetry={() => void refetch()} />
  const path: [string, string][] = [...screen.crumbs, [screen.title, screen.path]]
  return (
    <Page
      title={row?.file_name ?? screen.title}
      summary={row ? summaryOf(screen, row) : ' '}
      crumbs={<Crumbs path={path} here={row?.file_name ?? ''} />}
      chips={row && <StatusChip value={row.import_status} label={humanise(row.import_status)} />}
      actions={known && <Actions screen={screen} known={known} />}
    >
      {known ? <Body screen={screen} known={known} /> : <Skeleton height={200} />}
    </Page>
  )
}

/** What other screens show is out of date once the server has finished. */
function useNewsOf(screen: AnyScreen, row: ImportRow | undefined) {
  const wasAtWork = useRef(false)
  useEffect(() => {
    const isWorking = row !== undefined && isAtWork(row.import_status)
    if (row && wasAtWork.current && !isWorking) void forgetImport(screen, row.id)
    wasAtWork.current = isWorking
  }, [screen, row])
}

function summaryOf(screen: AnyScreen, row: ImportRow): string {
  const rows = row.rows_total === null ? '' : ` · ${plural(row.rows_total, 'row')}`
  return `${screen.formatWords(row)} · imported ${formatStamp(row.created_at)}${rows}`
}

function stepOf({ import_status }: ImportRow): ImportStep {
  if (import_status === 'mapping') return 'Columns'
  if (import_status === 'checking' || import_status === 'failed') return 'Check'
  return ['ready', 'accepting'].includes(import_status) ? 'Mend and accept' : 'Result'
}

function Body({ screen, known }: { screen: AnyScreen; known: KnownImport }) {
  const { row } = known
  const { import_status, message } = row
  const isNoted = message && !['failed', 'mapping'].includes(import_status)
  return (
    <>
      <ImportSteps here={stepOf(row)} />
      {import_status === 'failed' && (
        <Alert color="red" role="alert" title="This file could not be imported">
          {message}
        </Alert>
      )}
      {isNoted && (
        <Alert color="amber" title="What we noticed in this file">
          {message}
        </Alert>
      )}
      {import_status === 'mapping' && <WaitingColumns screen={screen} row={row} />}
      {isAtWork(import_status) && <ImportWork made={screen.made} row={row} work={import_status} />}
      {import_status === 'done' && <screen.Done row={row} />}
      {import_status === 'undone' && (
        <Alert color="gray" icon={<IconArrowBackUp size={18} aria-hidden />} title="Undone">
          {plural(row.rows_accepted ?? 0, screen.made.one, screen.made.many)} taken back. The file
          can be imported again.
        </Alert>
      )}
      {['ready', 'done', 'undone'].includes(import_status) && (
        <Pool screen={screen} known={known} />
      )}
    </>
  )
}

function Actions({ screen, known: { row, may } }: { screen: AnyScreen; known: KnownImport }) {
  const [isUndoing, setIsUndoing] = useState(false)
  const { role } = useSession()
  const { tick, reason, detail } = screen.undo
  // With nothing accepted there is nothing to take back.
  const isUndoable = may.has('undo') && (row.rows_accepted ?? 0) > 0
  const action: ReasonAction = {
    title: 'Undo this import?',
    text: `What came of ${plural(row.rows_accepted ?? 0, 'row')} of ${row.file_name} will be taken back. ${detail}`,
    button: 'Undo the import',
    call: screen.calls.undo,
    reason,
    isDanger: true,
    tick: tick && atLeast(role, tick.from) ? tick : undefined,
  }
  return (
    <>
      {isUndoable && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          onClick={() => setIsUndoing(true)}
        >
          Undo this import
        </Button>
      )}
      <Button
        component={Link}
        to={screen.path}
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
      >
        New import
      </Button>
      <ReasonDialog
        action={isUndoing ? action : null}
        row={{ id: row.id }}
        onClose={() => setIsUndoing(false)}
        refresh={() => forgetImport(screen, row.id)}
      />
    </>
  )
}
