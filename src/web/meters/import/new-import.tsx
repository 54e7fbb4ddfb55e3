import { Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { readingimport } from '#domain/meters/readingimport.ts'
import { BulkBar } from '#web/kit/bulk-bar.tsx'
import { Crumbs } from '#web/kit/crumbs.tsx'
import { ListRows } from '#web/kit/list-rows.tsx'
import { useListState } from '#web/kit/list-state.ts'
import { Page } from '#web/kit/page.tsx'
import type { Selection } from '#web/kit/selection.ts'
import { useSession } from '#web/kit/session.ts'
import { useList } from '#web/kit/use-list.ts'
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
