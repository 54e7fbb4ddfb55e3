import { Text, Title } from '@mantine/core'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { DocumentBlock, DocumentTable, PrintedDocument } from '#domain/kit/document.ts'
import { BarChart } from '#web/kit/charts/bar-chart.tsx'
import classes from './printed-document.module.css'
import { QrCode } from './qr-code.tsx'

/** The picture as data, where a page shows the paper alone. */
type Logo = string | null

/** A described document as a page: the same words as its PDF, in a shape that fits a phone. */
export function PrintedPage({ document, logo }: { document: PrintedDocument; logo?: Logo }) {
  const [sender = '', ...address] = document.sender
  return (
    <article className={classes.sheet}>
      <header className={classes.head}>
        <div>
          {logo && <img src={logo} alt="" className={classes.logo} />}
          <Text fw={650} c="var(--mantine-primary-color-filled)">
            {sender}
          </Text>
          {address.map((line) => (
            <Text key={line} size="xs" c="dimmed">
              {line}
            </Text>
          ))}
        </div>
        <div>
          {document.recipient.map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
        </div>
      </header>
      <Text size="sm" c="dimmed">
        {document.reference} · {formatDayShort(document.day)}
      </Text>
      {document.sections.map(({ heading, blocks }) => (
        <section key={heading}>
          <Title order={2} className={classes.heading}>
            {heading}
          </Title>
          {blocks.map((block, place) => (
            // Blocks have no name of their own and never move.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Block key={place} block={block} heading={heading} />
          ))}
        </section>
      ))}
    </article>
  )
}

function Block({ block, heading }: { block: DocumentBlock; heading: string }) {
  if (block.kind === 'paragraph') return <p className={classes.paragraph}>{block.text}</p>
  if (block.kind === 'code')
    return (
      <figure className={classes.code}>
        <QrCode text={block.text} alt="Code to scan" size={110} />
        <figcaption>{block.says}</figcaption>
      </figure>
    )
  if (block.kind === 'table') return <RateTable table={block} label={heading} />
  if (block.kind === 'chart')
    return (
      <BarChart
        title={`${heading}, ${block.unit}`}
        unit={block.unit}
        bars={block.bars.map((bar) => ({ ...bar, estimatedShare: bar.isEstimated ? '1' : '0' }))}
        format={(value) => value}
        words={{ value: 'Used', beside: '' }}
      />
    )
  return (
    <dl className={classes.facts} data-large={block.isLarge || undefined}>
      {block.facts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

// On a phone each row is a small card with its own labels. The roles are said, because a table that
// is laid out otherwise is none to a screen reader.
function RateTable({ table, label }: { table: DocumentTable; label: string }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table className={classes.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {table.columns.map((column) => (
            <th key={column.label} scope="col" data-number={column.isNumber || undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {table.rows.map((row, place) => (
          <tr
            key={row.join(' ')}
            role="row"
            data-total={table.totals?.includes(place) || undefined}
          >
            {table.columns.map((column, place) => (
              <td
                key={column.label}
                role="cell"
                data-label={column.label}
                data-number={column.isNumber || undefined}
              >
                {row[place]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}
