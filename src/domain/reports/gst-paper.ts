import { formatDayShort } from '#domain/kit/calendar.ts'
import { csvText } from '#domain/kit/csv-writer.ts'
import {
  type DocumentSection,
  facts,
  type PrintedDocument,
  paragraph,
} from '#domain/kit/document.ts'
import { formatGstNumber } from '#domain/kit/gst-number.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { gstBoxNumbers, gstBoxWords } from './gst-boxes.ts'
import type { GstReturn } from './gstreturn.ts'
import type { KeptDocument } from './gstreturn-calls.ts'

export interface GstPaper {
  organisation: { name: string; gst_number: string | null; address: string[] }
  return: GstReturn
  documents: readonly KeptDocument[]
  /** The day on the paper: when it was filed, or today. */
  day: string
}

/** A return as a document: its boxes, what was written in, and every document behind it. */
export function gstDocument(paper: GstPaper): PrintedDocument {
  const { organisation, return: one, day } = paper
  const period = `${formatDayShort(one.period_start)} to ${formatDayShort(one.period_end)}`
  return {
    title: 'GST return',
    reference: period,
    sender: [organisation.name, ...organisation.address],
    recipient: ['Inland Revenue'],
    day,
    sections: [inShort(paper), boxes(one), ...byHand(one), ...documentsOf(paper)],
    footer: `${organisation.name} · GST return, ${period}`,
    ...(one.return_status === 'filed' ? {} : { mark: 'Not filed' }),
  }
}

function inShort({ organisation, return: one }: GstPaper): DocumentSection {
  const isRefund = (one.box_15 ?? '').startsWith('-')
  return {
    heading: 'In short',
    blocks: [
      facts([
        ['GST number', formatGstNumber(organisation.gst_number ?? '') || '–'],
        ['Basis', one.gst_basis === 'payments' ? 'Payments' : 'Invoice'],
        ['Due', formatDayShort(one.due_date)],
        [isRefund ? 'Refund' : 'To pay', `$${formatMoney((one.box_15 ?? '').replace('-', ''))}`],
        ...(one.return_status === 'filed'
          ? ([
              ['Filed', `${formatDayShort(one.filed_date)} by ${one.filed_by ?? ''}`],
              ['Reference', one.reference ?? ''],
            ] as [string, string][])
          : []),
      ]),
    ],
  }
}

function boxes(one: GstReturn): DocumentSection {
  return {
    heading: 'Boxes',
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'Box', isNumber: false },
          { label: 'Amount', isNumber: true },
        ],
        rows: gstBoxNumbers.map((box) => [
          `${box}  ${gstBoxWords[box]}`,
          formatMoney(one[`box_${box}`]),
        ]),
        totals: [5, 9, 10],
      },
      paragraph(
        `The books have ${formatMoney(one.sales_gst)} beside box 8 and ${formatMoney(one.purchases_gst)} beside box 12.`,
      ),
    ],
  }
}

function byHand({ adjustments_by_hand }: GstReturn): DocumentSection[] {
  const written = adjustments_by_hand ?? []
  if (written.length === 0) return []
  const lines = written.map(
    ({ box, amount, reason }) => [`Box ${box}`, `${formatMoney(amount)}, ${reason}`] as const,
  )
  return [{ heading: 'Written in by hand', blocks: [facts(lines.map(([a, b]) => [a, b]))] }]
}

function documentsOf({ documents }: GstPaper): DocumentSection[] {
  const used = [5, 9, 11, 13] as const
  return used.flatMap((box) => {
    const own = documents.filter((one) => one.box === box)
    if (own.length === 0) return []
    return [
      {
        heading: `Box ${box}: ${plural(own.length, 'document')}`,
        blocks: [
          {
            kind: 'table' as const,
            columns: [
              { label: 'Document', isNumber: false },
              { label: 'With GST', isNumber: true },
              { label: 'GST', isNumber: true },
            ],
            rows: own.map((one) => [
              [one.name, one.detail, one.is_zero_rated ? 'zero-rated' : null]
                .filter(Boolean)
                .join(', '),
              formatMoney(one.amount),
              formatMoney(one.gst),
            ]),
          },
        ],
      },
    ]
  })
}

/** The documents of a return as a file for spreadsheets. */
export function gstFile(documents: readonly KeptDocument[]): string {
  const heads = ['box', 'document', 'detail', 'amount', 'gst', 'zero_rated']
  return csvText(
    heads.map((name) => ({ name, isText: name === 'document' || name === 'detail' })),
    documents.map((one) => [
      ...[one.box, one.name, one.detail, one.amount, one.gst],
      one.is_zero_rated ? 'yes' : 'no',
    ]),
  )
}
