import { Button, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { csvName, download } from '#web/kit/session/download.ts'
import { csvCall } from '#web/kit/session/row-calls.ts'

// §7: the seven files, by the names that their downloads have.
const exports = [
  { plural: 'customers', title: 'Customers', text: 'Everything but the hidden details.' },
  {
    plural: 'invoicepayments',
    title: 'Payments from Customers',
    text: 'What came in, and for what.',
  },
  { plural: 'billpayments', title: 'Payments to Suppliers', text: 'What went out, and for what.' },
  { plural: 'proposals', title: 'Proposals', text: 'What was offered, and what it would save.' },
  { plural: 'meters', title: 'Meters', text: 'With their connections and where they are.' },
  { plural: 'meterreadings', title: 'Meter readings', text: 'Every reading there is.' },
  { plural: 'notes', title: 'Notes', text: 'What was written down about anybody.' },
]

/** Whole lists as CSV files at once; a filtered one is exported from its own screen. */
export function SingleLists() {
  return (
    <section aria-labelledby="single-lists">
      <Title order={2} id="single-lists" mb="sm">
        Single lists
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {exports.map((one) => (
          <ExportCard key={one.plural} {...one} />
        ))}
      </SimpleGrid>
    </section>
  )
}

function ExportCard({ plural, title, text }: (typeof exports)[number]) {
  const [isBusy, setIsBusy] = useState(false)
  async function run() {
    setIsBusy(true)
    await download(csvCall({ plural }), {}, csvName(plural, new Date()))
    setIsBusy(false)
  }
  return (
    <Paper>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text}
      </Text>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={run}
        aria-label={`Download ${title.toLowerCase()}`}
      >
        Download
      </Button>
    </Paper>
  )
}
