import {
  type DocumentSection,
  type DocumentTable,
  facts,
  type PrintedDocument,
  paragraph,
} from '#domain/kit/document.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { inThousands, plural } from '#domain/kit/wording.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import { cellText, daysOf, type WholeReport } from '#domain/reports/report-words.ts'

export interface ReportPaper extends WholeReport {
  definition: ReportDefinition
  /** Whose report it is, first the name. */
  sender: string[]
  reader: string
  day: string
}

/** Nobody leafs through more; the file for spreadsheets has all of them. */
const MOST_ROWS = 1000
/** So many figures stand beside a name on a page. */
const COLUMNS_ON_PAGE = 5

/** A report as a document: its totals, its rows, and whether the books agree. */
export function reportDocument(paper: ReportPaper): PrintedDocument {
  const { definition, facts: found, sender, reader, day } = paper
  const days = daysOf(definition, found)
  return {
    title: definition.title,
    reference: found.of_name ? `${days}, ${found.of_name}` : days,
    sender,
    recipient: [reader],
    day,
    sections: [inAll(paper), ...tables(paper), ...agrees(paper)],
    footer: `${sender[0] ?? ''} · ${definition.title}, ${days}`,
  }
}

function inAll({ definition, facts: { columns, totals } }: ReportPaper): DocumentSection {
  const told = columns.map(
    ({ name, label, kind }) => [label, cellText(kind, totals[name], { isTotal: true })] as const,
  )
  return { heading: 'In all', blocks: [paragraph(definition.about), facts(told)] }
}

function tables({ definition, rows, facts: found }: ReportPaper): DocumentSection[] {
  const parts: (typeof found.columns)[] = []
  for (let place = 0; place < found.columns.length; place += COLUMNS_ON_PAGE)
    parts.push(found.columns.slice(place, place + COLUMNS_ON_PAGE))
  const heading = definition.groups[found.group]?.label ?? ''
  const shown = rows.slice(0, MOST_ROWS)
  const left = rows.length - shown.length
  return parts.map((columns, place) => {
    const table: DocumentTable = {
      kind: 'table',
      columns: [
        { label: heading, isNumber: false },
        ...columns.map(({ label }) => ({ label, isNumber: true })),
      ],
      rows: [
        ...shown.map(({ name, detail, values }) => [
          detail ? `${name}, ${detail}` : name,
          ...columns.map((column) => cellText(column.kind, values[column.name])),
        ]),
        [
          'Total',
          ...columns.map(({ name, kind }) => cellText(kind, found.totals[name], { isTotal: true })),
        ],
      ],
      totals: [shown.length],
    }
    const more = `${inThousands(String(left))} more rows are in the file for spreadsheets.`
    return {
      heading:
        parts.length > 1
          ? `By ${heading.toLowerCase()}, ${place + 1} of ${parts.length}`
          : `By ${heading.toLowerCase()}: ${plural(rows.length, 'row')}`,
      blocks: [table, ...(left > 0 ? [paragraph(more)] : [])],
    }
  })
}

function agrees({ facts: { agrees: held } }: ReportPaper): DocumentSection[] {
  if (!held) return []
  const text = `The report comes to ${formatMoney(held.report)} and ${held.words} to ${formatMoney(held.books)}: a difference of ${formatMoney(held.difference)}.`
  const isEqual = held.difference === '0.00'
  return [
    {
      heading: isEqual ? 'Agrees with the books' : 'Does not agree with the books',
      blocks: [paragraph(text)],
    },
  ]
}
