import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { meterreading } from '#domain/meters/meterreading.ts'
import { MergeDialog } from '#web/kit/dialogs/merge-dialog.tsx'
import { ArchivedBanner } from '#web/kit/form/archived-banner.tsx'
import { EditForm } from '#web/kit/form/edit-form.tsx'
import { LockBanner } from '#web/kit/form/lock-banner.tsx'
import { SaveButtons } from '#web/kit/form/save-bar.tsx'
import { useDatalock } from '#web/kit/form/use-datalock.ts'
import { type EditRow, useEdit } from '#web/kit/form/use-edit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useSaveKey } from '#web/kit/frame/shortcuts.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { rowQuery } from '#web/kit/session/use-row.ts'
import { LastReadings } from './last-readings.tsx'
import classes from './meter-details.module.css'
import { forgetReadings, type Meter, readingsQuery, registersQuery } from './meter-queries.ts'
import { ReadingFields } from './reading-fields.tsx'

interface Props {
  row: EditRow | null
  meter_id: number | null
  refetch?: () => void
}

/** One reading with those before it beside it, and what it counts while it is typed. */
export function ReadingForm({ row, meter_id, refetch = () => undefined }: Props) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const start = useMemo(() => ({ meter_id, reading_date: today() }), [meter_id])
  const isArchived = Boolean(row?.deleted_at)
  const path = row && !isArchived ? `${pathname}?id=${row.id}` : null
  const { lock, takeOver } = useDatalock(path, refetch)
  const edit = useEdit({
    entity: meterreading,
    row,
    start,
    onSaved: (answer, isNew) => {
      toast(answer.message || (isNew ? 'Meter reading created.' : 'Changes saved.'))
      void forgetReadings()
      const state = { warnings: answer.info.warnings ?? [] }
      void navigate(`/app/meter?id=${answer.data.meter_id}&tab=readings`, { replace: isNew, state })
    },
  })
  useSaveKey(() => void edit.save())
  const known = useMeter(Number(edit.values.meter_id) || 0)
  const isReadOnly = isArchived || lock.state === 'taken'
  const title = row ? `Reading of ${formatDayShort(String(row.reading_date))}` : 'New meter reading'
  const meterPath = `/app/meter?id=${known.meter?.id}&tab=readings`
  const crumbs: [string, string][] = [
    ['Meter readings', '/app/meterreadings'],
    ...(known.meter ? [[known.meter.meter_number, meterPath] as [string, string]] : []),
  ]
  return (
    <Page
      title={title}
      crumbs={<Crumbs path={crumbs} here={row ? title : 'New'} />}
      actions={<SaveButtons edit={edit} isReadOnly={isReadOnly} isNew={row === null} />}
    >
      {row && isArchived && <ArchivedBanner entity={meterreading} id={row.id} />}
      <LockBanner lock={lock} onTakeOver={takeOver} />
      <div className={classes.columns}>
        <form
          noValidate
          aria-label={title}
          className={classes.main}
          onSubmit={(event) => {
            event.preventDefault()
            void edit.save()
          }}
        >
          <Stack gap="md">
            <ReadingFields edit={edit} row={row} isReadOnly={isReadOnly} {...known} />
            <EditForm
              entity={meterreading}
              edit={edit}
              rowId={row?.id ?? null}
              isReadOnly={isReadOnly}
              without={[...(meterreading.form.Reading ?? [])]}
              isNarrow
            />
          </Stack>
          <button type="submit" hidden disabled={isReadOnly} />
        </form>
        <aside className={classes.side} data-after aria-label="Last readings">
          <LastReadings
            readings={known.readings}
            registers={known.registers}
            register_id={Number(edit.values.meterregister_id) || null}
            without={row?.id ?? 0}
          />
        </aside>
      </div>
      {edit.merge && (
        <MergeDialog
          entity={meterreading}
          request={edit.merge}
          onCancel={edit.cancelMerge}
          onSave={edit.saveMerged}
        />
      )}
    </Page>
  )
}

/** The meter that is read, with what the form needs to know of it. */
function useMeter(id: number) {
  const meter = useQuery({ ...rowQuery({ name: 'meter' }, id), enabled: id > 0 })
  const registers = useQuery(registersQuery(id > 0 ? [id] : []))
  const readings = useQuery(readingsQuery(id))
  return {
    // The call answers a row of the entity it names.
    meter: meter.data?.data as (EditRow & Meter) | undefined,
    registers: id > 0 ? (registers.data ?? []) : [],
    readings: id > 0 ? (readings.data ?? []) : [],
  }
}
