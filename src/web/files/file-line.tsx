import { ActionIcon, Anchor, Checkbox, Group, Menu, Text } from '@mantine/core'
import {
  IconDots,
  IconDownload,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { file, type File as StoredFile } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { isViewable, sizeWords } from '#domain/files/media-type.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import type { Titles } from '#web/kit/session/api.ts'
import { formatMinute } from '#web/kit/session/clock.ts'
import { usePermissions } from '#web/kit/session/permissions.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { FileForm } from './file-form.tsx'
import classes from './files.module.css'
import { downloadFile, isHeld, mayOpenFile, viewFile } from './open-file.ts'

interface Props {
  row: StoredFile
  titles: Titles
  /** Where several are chosen to be worked on together. */
  choice?: { isChosen: boolean; onChange: (isChosen: boolean) => void }
  /** What else is told of it: what it hangs on, where that is not plain from the place. */
  children?: ReactNode
}

/** One file: what it is, who brought it when, and what can be done with it. */
export function FileLine({ row, titles, choice, children }: Props) {
  const mayOpen = mayOpenFile(row, usePermissions().can_decrypt === true)
  const open = isViewable(row.media_type) ? viewFile : downloadFile
  const told = [
    titles.folder?.[row.folder_id ?? 0],
    sizeWords(row.size_bytes),
    titles.user?.[row.user_id ?? 0],
    formatMinute(row.created_at),
  ]
  return (
    <li className={classes.line}>
      {choice && (
        <Checkbox
          aria-label={`Choose ${row.name}`}
          checked={choice.isChosen}
          onChange={(event) => choice.onChange(event.currentTarget.checked)}
        />
      )}
      <TypeIcon type={row.media_type ?? ''} />
      <div className={classes.words}>
        <Group gap={6} wrap="nowrap">
          {mayOpen ? (
            <Anchor
              component="button"
              type="button"
              size="sm"
              fw={600}
              className={classes.name}
              onClick={() => void open(row)}
            >
              {row.name}
            </Anchor>
          ) : (
            <Text size="sm" fw={600} className={classes.name}>
              {row.name}
            </Text>
          )}
          {isHeld(row) && (
            <StatusChip
              value={row.virus_check === 'infected' ? 'blocked' : 'waiting'}
              label={row.virus_check === 'infected' ? 'Virus found' : 'Virus check'}
              explanation="It can be opened once the virus check has cleared it."
            />
          )}
          {row.is_encrypted && <IconLock size={14} role="img" aria-label="Encrypted" />}
        </Group>
        <Text size="xs" c="dimmed">
          {told.filter(Boolean).join(' · ')}
        </Text>
        {children}
        {row.notes && (
          <Text size="sm" mt={4} className={classes.notes}>
            {row.notes}
          </Text>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          aria-label={`Download ${row.name}`}
          disabled={!mayOpen}
          onClick={() => void downloadFile(row)}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
        <FileMenu row={row} mayOpen={mayOpen} />
      </Group>
    </li>
  )
}

function FileMenu({ row, mayOpen }: { row: StoredFile; mayOpen: boolean }) {
  const isArchive = row.media_type === 'application/zip'
  const sealing = row.is_encrypted ? fileCalls.decrypt : fileCalls.encrypt
  const Sealing = row.is_encrypted ? IconLockOpen : IconLock
  const edit = () =>
    openDialog({ title: 'File' }, (close) => <FileForm row={row} onSaved={close} />)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for ${row.name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          Rename or move
        </Menu.Item>
        <Menu.Item
          leftSection={<Sealing size={16} aria-hidden />}
          disabled={!mayOpen}
          onClick={() => void act(send(sealing, { file_id: row.id }))}
        >
          {row.is_encrypted ? 'Stop encrypting' : 'Encrypt'}
        </Menu.Item>
        {isArchive && (
          <Menu.Item
            leftSection={<IconFileZip size={16} aria-hidden />}
            disabled={!mayOpen}
            onClick={() => void act(send(fileCalls.unzip, { file_id: row.id }))}
          >
            Take the files out
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void removeRows(file, [row.id], row.name)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Says what came of it, and asks for the files anew: some may have got a folder of their own. */
async function act(acting: Promise<{ message: string }>) {
  try {
    toast((await acting).message)
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['files'] })
    await queryClient.invalidateQueries({ queryKey: ['folders'] })
  }
}

const icons: [RegExp, typeof IconFile][] = [
  [/pdf$/, IconFileTypePdf],
  [/^image/, IconPhoto],
  [/csv|spreadsheet/, IconFileSpreadsheet],
  [/zip$/, IconFileZip],
  [/text|document|presentation/, IconFileText],
]

function TypeIcon({ type }: { type: string }) {
  const Icon = icons.find(([kind]) => kind.test(type))?.[1] ?? IconFile
  return <Icon size={22} stroke={1.5} className={classes.icon} aria-hidden />
}
