import { Alert, Button, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ColumnMapping } from '#domain/kit/import/file-columns.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { send } from '#web/kit/session/send.ts'
import { Columns } from './file-columns.tsx'
import { forgetImport } from './import-query.ts'
import type { AnyScreen, ImportRow } from './import-screen.ts'

/** A file whose headings said nothing to us waits until somebody says which column is which. */
export function WaitingColumns({ screen, row }: { screen: AnyScreen; row: ImportRow }) {
  // What was found by itself; the numbers of further columns are chosen by their place.
  const [mapping, setMapping] = useState<ColumnMapping>(foundIn(row.mapping))
  const missing = screen.columns.missing(mapping)
  const known = useSubmit(async (key) => {
    if (screen.calls.map) await send(screen.calls.map, { id: row.id, mapping }, { key })
    await forgetImport(screen, row.id)
  })
  const places = Array.from({ length: 30 }, (_, at) => `Column ${at + 1}`)
  return (
    <Paper component="section" aria-labelledby="waiting-columns">
      <Title order={2} id="waiting-columns" mb="sm">
        Which column is which?
      </Title>
      <Columns
        screen={screen}
        header={places}
        sample={[]}
        mapping={mapping}
        onMapping={setMapping}
      />
      {missing && (
        <Text size="sm" mt="sm" role="status">
          {missing}
        </Text>
      )}
      {known.problem && (
        <Alert color="red" role="alert" mt="sm">
          {known.problem}
        </Alert>
      )}
      <Button
        mt="md"
        loading={known.isBusy}
        disabled={missing !== null}
        onClick={() => known.onSubmit()}
      >
        Check the {screen.made.many}
      </Button>
    </Paper>
  )
}

function foundIn(mapping: unknown): ColumnMapping {
  return typeof mapping === 'object' && mapping !== null ? mapping : {}
}
