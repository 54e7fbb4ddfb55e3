import { Anchor, Paper, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatMoney } from '#domain/kit/money.ts'
import { gstBoxWords } from '#domain/reports/gst-boxes.ts'
import type { ChangedDocument, KeptDocument } from '#domain/reports/gstreturn-calls.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'

interface Props {
  documents: readonly KeptDocument[]
  changes: readonly ChangedDocument[]
}

const boxes = [5, 9, 11, 13] as const
const placeOf = ({ box, key }: KeptDocument) => `${box} ${key}`

/** The documents behind each box, and those that went since the look before. */
export function GstDocuments({ documents, changes }: Props) {
  const changed = new Map(changes.map((one) => [placeOf(one), one]))
  const gone = changes.filter(({ change }) => change === 'removed')
  return boxes.flatMap((box) => {
    const own = [...documents, ...gone].filter((one) => one.box === box)
    if (own.length === 0) return []
    return (
      <Paper key={box} p="md" component="section" aria-label={`Box ${box}`}>
        <Title order={2} size="h4" mb="xs">
          Box {box}: {gstBoxWords[box]}
        </Title>
        <PlainTable
          label={`Documents of box ${box}`}
          rows={own}
          keyOf={placeOf}
          columns={[
            {
              heading: 'Document',
              isRowHeading: true,
              cell: (one) => <DocumentName one={one} changed={changed.get(placeOf(one))} />,
            },
            { heading: 'With GST', isNumber: true, cell: ({ amount }) => formatMoney(amount) },
            { heading: 'GST', isNumber: true, cell: ({ gst }) => formatMoney(gst) },
          ]}
        />
      </Paper>
    )
  })
}

const words = { added: 'new', changed: 'changed', removed: 'no longer in it' }

function DocumentName(props: { one: KeptDocument; changed: ChangedDocument | undefined }) {
  const { one, changed } = props
  const before = changed?.change === 'changed' ? `, was ${formatMoney(changed.amount_before)}` : ''
  return (
    <>
      {one.to ? (
        <Anchor component={Link} to={one.to} size="sm">
          {one.name}
        </Anchor>
      ) : (
        one.name
      )}
      <Text size="xs" c="dimmed">
        {one.detail}
        {one.is_zero_rated && ' · zero-rated'}
        {changed && ` · ${words[changed.change]}${before}`}
      </Text>
    </>
  )
}
