import { Button, Paper, Skeleton, Text } from '@mantine/core'
import { IconArrowBackUp, IconFile, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { file, RESTORABLE_DAYS } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { folderCalls } from '#domain/files/folder-calls.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { restoreRows } from '#web/kit/list/remove-rows.ts'
import { formatMinute } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import lists from './files.module.css'
import classes from './folders.module.css'
import { restoreFolder } from './remove-folder.ts'

/** What was deleted and can be brought back, folders first: their files come with them. */
export function DeletedFiles() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['files', 'deleted'],
    queryFn: async ({ signal }) => {
      const asked = { 'deleted_at.null': 'false', order: '-deleted_at', limit: 100 }
      const [folders, files] = await Promise.all([
        send(folderCalls.list, asked, { signal }),
        send(fileCalls.list, asked, { signal }),
      ])
      return { folders: folders.data ?? [], files: files.data ?? [] }
    },
    staleTime: 0,
  })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (isPending || !data) return <Skeleton height={80} />
  const { folders, files } = data
  if (folders.length + files.length === 0) return <NothingHere title="Nothing was deleted." />
  return (
    <>
      <Text size="sm" c="dimmed">
        Files can be restored for {RESTORABLE_DAYS} days. A folder brings back what was deleted with
        it. The last hundred of each are shown.
      </Text>
      <Paper p={0} component="ul" className={lists.list} aria-label="Deleted">
        {folders.map((row) => (
          <Line key={`folder ${row.id}`} row={row} Icon={IconFolder} onRestore={restoreFolder} />
        ))}
        {files.map((row) => (
          <Line
            key={`file ${row.id}`}
            row={row}
            Icon={IconFile}
            onRestore={(id) => restoreRows(file, [id]).catch(toastProblem)}
          />
        ))}
      </Paper>
    </>
  )
}

interface LineProps {
  row: { id: number; name: string; deleted_at: string | null }
  Icon: typeof IconFile
  onRestore: (id: number) => Promise<void>
}

function Line({ row, Icon, onRestore }: LineProps) {
  return (
    <li className={lists.line}>
      <Icon size={22} stroke={1.5} className={lists.icon} aria-hidden />
      <div className={lists.words}>
        <Text size="sm" fw={600} className={lists.name}>
          {row.name}
        </Text>
        <Text size="xs" c="dimmed">
          Deleted {formatMinute(row.deleted_at ?? '')}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        className={classes.icon}
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        aria-label={`Restore ${row.name}`}
        onClick={() => void onRestore(row.id)}
      >
        Restore
      </Button>
    </li>
  )
}
