import { Button, CloseButton, FileButton, Menu, Pill, Text } from '@mantine/core'
import { IconPaperclip, IconUpload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileSubject } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { MAX_FILE_BYTES, MAX_FILE_WORDS } from '#domain/files/media-type.ts'
import { messageOf } from '#domain/kit/problem.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { filesQuery } from '#web/messaging/message-files.tsx'
import classes from './compose.module.css'

/** Whose files are offered, and whose a new one becomes. */
export interface FileOwner {
  reference_object: FileSubject
  reference_id: number
}

interface Props {
  owner: FileOwner | null
  ids: readonly number[]
  onChange: (ids: number[]) => void
}

/** The button that adds files: those of whoever it goes to, or one of one's own. */
export function AttachMenu({ owner, ids, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const { data = [] } = useQuery({
    queryKey: ['files', 'about', owner, 'attached'],
    queryFn: async ({ signal }) =>
      owner ? ((await send(fileCalls.list, { ...owner, limit: 50 }, { signal })).data ?? []) : [],
    enabled: isOpen && owner !== null,
    staleTime: 0,
  })
  const offered = data.filter(({ id }) => !ids.includes(id))
  async function upload(content: File | null) {
    if (!content) return
    setIsOpen(false)
    setIsSending(true)
    try {
      onChange([...ids, await uploaded(content, owner)])
      await queryClient.invalidateQueries({ queryKey: ['files'] })
    } catch (cause) {
      toastProblem(cause)
    }
    setIsSending(false)
  }
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="top-start" width={280}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={isSending}
          leftSection={<IconPaperclip size={14} aria-hidden />}
        >
          Attach
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <FileButton onChange={(content) => void upload(content)}>
          {(props) => (
            <Menu.Item
              {...props}
              closeMenuOnClick={false}
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              Upload a file
            </Menu.Item>
          )}
        </FileButton>
        {offered.length > 0 && <Menu.Label>Their files</Menu.Label>}
        {offered.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => onChange([...ids, id])}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

async function uploaded(content: File, owner: FileOwner | null): Promise<number> {
  if (content.size > MAX_FILE_BYTES)
    throw new Error(messageOf('tooLarge', { limit: MAX_FILE_WORDS }))
  const form = { ...owner, name: content.name, content: attached(content) }
  return (await send(fileCalls.upload, form, { key: crypto.randomUUID() })).data.id
}

/** What goes along, each with a way to leave it out. */
export function AttachedFiles({ ids, onChange }: Omit<Props, 'owner'>) {
  const { data = [] } = useQuery({ ...filesQuery(ids), placeholderData: keepPreviousData })
  if (ids.length === 0) return null
  const nameOf = (id: number) => data.find((row) => row.id === id)?.name ?? `File ${id}`
  return (
    <ul className={classes.files} aria-label="Attached">
      {ids.map((id) => (
        <Pill key={id} component="li" size="md">
          <Text span size="xs">
            {nameOf(id)}
          </Text>
          <CloseButton
            size="xs"
            aria-label={`Leave out ${nameOf(id)}`}
            onClick={() => onChange(ids.filter((one) => one !== id))}
          />
        </Pill>
      ))}
    </ul>
  )
}
