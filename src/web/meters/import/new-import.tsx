import { Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { readingimport } from '#domain/meters/readingimport.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { BulkBar } from '#web/kit/list/bulk-bar.tsx'
import { ListRows } from '#web/kit/list/list-rows.tsx'
import { useListState } from '#web/kit/list/list-state.ts'
import type { Selection } from '#web/kit/list/selection.ts'
import { useList } from '#web/kit/list/use-list.ts'
import { useSession } from '#web/kit/session/session.ts'
import type { ChosenFile } from './chosen-file.ts'
import { FileColumns } from './file-columns.tsx'
import { FileSource } from './file-source.tsx'
import { ImportSteps } from './import-steps.tsx'

/** A new file, and those that came before. */
export function NewImport() {
  const [file, setFile] = useState<ChosenFile | null>(null)
  return (
    <Page
      title="Import readings"
      summary="Every row is checked first; nothing counts until you accept it."
      crumbs={<Crumbs path={[['Meter readings', '/app/meterreadings']]} here="Import readings" />}
    >
      <ImportSteps here={file ? 'Columns' : 'File'} />
      {file ? (
        <FileColumns file={file} onBack={() => setFile(null)} />
      ) : (
        <FileSource onFile={setFile} />
      )}
      <Title order={2} mt="sm">
        Earlier imports
      </Title>
      <EarlierImports />
    </Page>
  )
}

function EarlierImports() {
  const { state, change } = useListState(readingimport)
  const list = useList(readingimport, state)
  const [selection, setSelection] = useState<Selection>({})
  const { role } = useSession()
  const isSmall = useMediaQuery('screen and (max-width: 959px)') ?? false
  return (
    <>
      <BulkBar
        entity={readingimport}
        state={state}
        total={list.data?.info.total ?? 0}
        ids={Object.keys(selection).map(Number)}
        mayRemove={atLeast(role, readingimport.access.remove)}
        onDone={() => setSelection({})}
      />
      <ListRows
        entity={readingimport}
        state={state}
        list={list}
        change={change}
        selection={selection}
        onSelection={setSelection}
        density="compact"
        isSmall={isSmall}
        none="No file has been imported yet."
      />
    </>
  )
}
