import { Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { BulkBar, SelectionDeck } from '#web/kit/list/bulk-bar.tsx'
import { ListRows } from '#web/kit/list/list-rows.tsx'
import { useListState } from '#web/kit/list/list-state.ts'
import type { Selection } from '#web/kit/list/selection.ts'
import { useList } from '#web/kit/list/use-list.ts'
import { useSession } from '#web/kit/session/session.ts'
import { FileColumns } from './file-columns.tsx'
import { FileSource } from './file-source.tsx'
import type { AnyScreen, ChosenFile } from './import-screen.ts'
import { ImportSteps } from './import-steps.tsx'

/** A new file, and those that came before. */
export function NewImport({ screen }: { screen: AnyScreen }) {
  const [file, setFile] = useState<ChosenFile | null>(null)
  return (
    <Page
      title={screen.title}
      summary={screen.summary}
      crumbs={<Crumbs path={screen.crumbs} here={screen.title} />}
    >
      <ImportSteps here={file ? 'Columns' : 'File'} />
      {file ? (
        <FileColumns screen={screen} file={file} onBack={() => setFile(null)} />
      ) : (
        <FileSource screen={screen} onFile={setFile} />
      )}
      <Title order={2} mt="sm">
        Earlier imports
      </Title>
      <EarlierImports batch={screen.batch} />
    </Page>
  )
}

function EarlierImports({ batch }: { batch: Entity }) {
  const { state, change } = useListState(batch)
  const list = useList(batch, state)
  const [selection, setSelection] = useState<Selection>({})
  const { role } = useSession()
  const isSmall = useMediaQuery('screen and (max-width: 959px)') ?? false
  return (
    <>
      <SelectionDeck isSelecting={Object.keys(selection).length > 0}>
        <BulkBar
          entity={batch}
          state={state}
          total={list.data?.info.total ?? 0}
          ids={Object.keys(selection).map(Number)}
          mayRemove={atLeast(role, batch.access.remove)}
          mayChange={false}
          onDone={() => setSelection({})}
        />
      </SelectionDeck>
      <ListRows
        entity={batch}
        state={state}
        list={list}
        change={change}
        selection={selection}
        onSelection={setSelection}
        density="compact"
        isSmall={isSmall}
        none="No file has been imported yet."
        isReadOnly
      />
    </>
  )
}
