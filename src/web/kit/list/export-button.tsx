import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Entity } from '#domain/kit/entity.ts'
import type { Params } from '#web/kit/session/api.ts'
import { csvName, download } from '#web/kit/session/download.ts'
import { csvCall, listInput } from '#web/kit/session/row-calls.ts'
import { useSession } from '#web/kit/session/session.ts'
import { mayExport } from './list-actions.tsx'

/** All rows of a table on a record's page as a file, however many of them are shown. */
export function ExportButton({ entity, params }: { entity: Entity; params: Params }) {
  const { role } = useSession()
  if (!mayExport(entity, role)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() =>
        void download(csvCall(entity), listInput(params), csvName(entity.plural, new Date()))
      }
    >
      Export
    </Button>
  )
}
