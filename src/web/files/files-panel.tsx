import { Paper, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fileCalls } from '#domain/files/file-calls.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { send } from '#web/kit/session/send.ts'
import { DownloadAll } from './download-all.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileLine } from './file-line.tsx'
import classes from './files.module.css'
import type { About } from './send-file.ts'

/** The files of a record, newest first, and the place for the next. */
export function FilesPanel({ about, isArchived = false }: { about: About; isArchived?: boolean }) {
  const files = useQuery({
    queryKey: ['files', 'about', about],
    queryFn: ({ signal }) => send(fileCalls.list, { ...about, limit: 200 }, { signal }),
    staleTime: 0,
  })
  const rows = files.data?.data ?? []
  const titles = files.data?.info.titles ?? {}
  return (
    <Stack gap="sm">
      {!isArchived && <FileDrop to={about} />}
      {files.isPending && <Skeleton height={80} />}
      {files.isError && <Trouble cause={files.error} onRetry={() => void files.refetch()} />}
      {files.isSuccess && rows.length === 0 && (
        <NothingHere title="Nothing here yet." description="Bills, agreements and photos." />
      )}
      <DownloadAll rows={rows} />
      {rows.length > 0 && (
        <Paper p={0} component="ul" className={classes.list} aria-label="Files">
          {rows.map((row) => (
            <FileLine key={row.id} row={row} titles={titles} />
          ))}
        </Paper>
      )}
    </Stack>
  )
}
