import { Text, Title } from '@mantine/core'
import type { ExportJob } from '#domain/exports/export.ts'
import type { ExportManifest } from '#domain/exports/manifest.ts'
import { sizeWords } from '#domain/files/media-type.ts'
import { inThousands } from '#domain/kit/wording.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'

interface Props {
  row: ExportJob
  manifest: ExportManifest
}

/** What lies in an export, as its manifest tells it. */
export function ExportFiles({ row, manifest }: Props) {
  const until = row.expires_at ? `, kept until ${formatStamp(row.expires_at)}` : ''
  return (
    <section aria-labelledby="export-files">
      <Title order={3} id="export-files" mt="md">
        {row.name}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        As at {formatStamp(manifest.as_at)}
        {until}. Every file is proved by its fingerprint.
      </Text>
      <PlainTable
        label={`Files of ${row.name}`}
        rows={manifest.files}
        keyOf={({ name }) => name}
        columns={[
          { heading: 'File', isRowHeading: true, cell: ({ name }) => name },
          { heading: 'Rows', isNumber: true, cell: ({ rows }) => inThousands(String(rows)) },
          { heading: 'Size', isNumber: true, cell: ({ size }) => sizeWords(size) },
          { heading: 'SHA-256', cell: ({ sha256 }) => <code>{sha256.slice(0, 16)}…</code> },
        ]}
      />
    </section>
  )
}
