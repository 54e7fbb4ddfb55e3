import { Anchor, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fileCalls } from '#domain/files/file-calls.ts'
import { downloadFile, isHeld, mayOpenFile } from '#web/files/open-file.ts'
import { usePermissions } from '#web/kit/session/permissions.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './compose/compose.module.css'

/** What files are, by their numbers: their names, and whether they may be opened. */
export const filesQuery = (ids: readonly number[]) => ({
  queryKey: ['files', 'titles', ids],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await send(fileCalls.list, { 'id.in': ids.join(','), limit: 50 }, { signal })).data ?? [],
  enabled: ids.length > 0,
})

/** The files of a message, each to be downloaded as any other file is. */
export function MessageFiles({ ids }: { ids: readonly number[] }) {
  const { data = [], isSuccess } = useQuery(filesQuery(ids))
  const mayDecrypt = usePermissions().can_decrypt === true
  if (ids.length === 0) return null
  return (
    <ul className={classes.files} aria-label="Files">
      {ids.map((id) => {
        const row = data.find((one) => one.id === id)
        return (
          <li key={id}>
            <IconPaperclip size={14} aria-hidden />{' '}
            {row && mayOpenFile(row, mayDecrypt) ? (
              <Anchor
                component="button"
                type="button"
                size="xs"
                c="inherit"
                underline="always"
                onClick={() => void downloadFile(row)}
              >
                {row.name}
              </Anchor>
            ) : (
              <Text span size="xs">
                {row ? `${row.name} (${whyClosed(row)})` : isSuccess ? 'No longer here' : 'A file'}
              </Text>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const whyClosed = (row: Parameters<typeof isHeld>[0]) =>
  isHeld(row) ? 'the virus check has not cleared it' : 'encrypted'
