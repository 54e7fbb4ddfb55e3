import { Button, Paper } from '@mantine/core'
import { IconFolderPlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { createParser, useQueryStates } from 'nuqs'
import type { Folder } from '#domain/files/folder.ts'
import { wayTo } from '#domain/files/folder-tree.ts'
import { plural } from '#domain/kit/wording.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { DeletedFiles } from './deleted-files.tsx'
import { openFolder, openNewFolder } from './folder-form.tsx'
import { useFolders } from './folder-select.tsx'
import { FolderTree, type Place } from './folder-tree.tsx'
import classes from './folders.module.css'
import { PlacedFiles, soughtParsers } from './placed-files.tsx'
import { deleteFolder } from './remove-folder.ts'

const views = ['all', 'none', 'duplicates', 'deleted'] as const

const placeParser = createParser<Place>({
  parse: (text) => views.find((view) => view === text) ?? (Number(text) || null),
  serialize: String,
}).withDefault('all')

/** All files of the organisation, in their folders. */
export function Screen() {
  const [{ place }, setPlace] = useQueryStates({ place: placeParser, ...soughtParsers })
  const { data: folders = [], error, isPending, refetch } = useFolders()
  const way = typeof place === 'number' ? wayTo(folders, place) : []
  const folder = way.at(-1)
  // Elsewhere nothing is looked for yet.
  const choose = (next: Place) => void setPlace({ place: next, q: null, page: null })
  const isLost = typeof place === 'number' && !folder && !isPending
  return (
    <Page
      title="Files"
      summary={
        way.length > 0
          ? way.map(({ name }) => name).join(' › ')
          : plural(folders.length, 'folder', 'folders')
      }
      actions={<Actions folder={folder} onChoose={choose} />}
    >
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      <div className={classes.columns}>
        <Paper className={classes.side}>
          <FolderTree folders={folders} place={place} onChoose={choose} />
        </Paper>
        <div className={classes.main}>
          {isLost && (
            <NothingHere
              title="This folder isn't here."
              description="It may have been deleted: look at Deleted to bring it back."
            />
          )}
          {place === 'deleted' && <DeletedFiles />}
          {place !== 'deleted' && !isLost && <PlacedFiles key={place} place={place} />}
        </div>
      </div>
    </Page>
  )
}

interface ActionProps {
  folder: Folder | undefined
  onChoose: (place: Place) => void
}

/** What can be done with the folder that is looked at, for whoever has no such keys. */
function Actions({ folder, onChoose }: ActionProps) {
  return (
    <>
      {folder && (
        <>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => openFolder(folder)}
          >
            Rename or move
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={async () => {
              if (await deleteFolder(folder)) onChoose(folder.parent_id ?? 'all')
            }}
          >
            Delete folder
          </Button>
        </>
      )}
      <Button
        leftSection={<IconFolderPlus size={16} aria-hidden />}
        onClick={() => openNewFolder(folder?.id ?? null, (made) => onChoose(made.id))}
      >
        New folder
      </Button>
    </>
  )
}
