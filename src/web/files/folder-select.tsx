import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { folderCalls } from '#domain/files/folder-calls.ts'
import { branchesOf, isWithin, wayTo } from '#domain/files/folder-tree.ts'
import { send } from '#web/kit/session/send.ts'

/** All folders of the organisation; the tree is drawn whole. */
export function useFolders() {
  return useQuery({
    queryKey: ['folders', 'tree'],
    queryFn: async ({ signal }) =>
      (await send(folderCalls.list, { limit: 0 }, { signal })).data ?? [],
  })
}

interface Props {
  label?: string
  value: number | null
  onChange: (id: number | null) => void
  error?: string | undefined
  /** A folder that is being moved: neither it nor what lies in it is offered. */
  without?: number | undefined
}

/** A folder, told by the way to it; none is the place of files that lie in no folder. */
export function FolderSelect({ label = 'Folder', value, onChange, error, without }: Props) {
  const { data: folders = [] } = useFolders()
  const offered = branchesOf(folders)
    .filter(({ folder }) => without === undefined || !isWithin(folders, folder.id, without))
    .map(({ folder: { id } }) => ({
      value: String(id),
      label: wayTo(folders, id)
        .map(({ name }) => name)
        .join(' › '),
    }))
  return (
    <Select
      label={label}
      size="sm"
      placeholder="In no folder"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'In no folder' }}
      data={offered}
      value={value === null ? null : String(value)}
      error={error}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  )
}
