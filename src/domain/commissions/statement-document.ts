import { formatDayShort } from '#domain/kit/calendar.ts'
import {
  type DocumentSection,
  facts,
  type PrintedDocument,
  paragraph,
} from '#domain/kit/document.ts'
import { cents, formatMoney } from '#domain/kit/money.ts'
import type { ProofLine, StatementProof } from './statement-proof.ts'
import type { GstMode } from './statement-sums.ts'

export interface StatementPaper {
  proof: StatementProof
  hash: string
  broker_address: readonly string[]
  partner_address: readonly string[]
  bcti_reason: string | null
  withholding_percent: string | null
}

const kinds: Record<string, string> = {
  ongoing: 'Commission',
  signup: 'Sign-up',
  clawback: 'Taken back',
  correction: 'Correction',
}

/** A statement of what a partner earned, line by line, with what the tax law wants on it. */
export function commissionDocument(paper: StatementPaper): PrintedDocument {
  const { proof } = paper
  return {
    title: 'Commission statement',
    reference: proof.number || 'Draft',
    sender: [proof.broker, ...paper.broker_address],
    recipient: [proof.partner, ...paper.partner_address],
    day: proof.date,
    sections: [summary(paper), tax(paper), linesOf(proof), check(paper)],
    footer: `${proof.broker} · Commission statement ${proof.number || 'draft'}`,
    mark: proof.number ? undefined : 'Draft',
  }
}

/** What the law calls this part; a sum below zero corrects supplies that were told of before. */
function taxHeading({ gst_mode, sum }: StatementProof): string {
  if (gst_mode !== 'buyer_created') return 'GST'
  return cents(sum) < 0
    ? 'Supply correction information'
    : 'Buyer-created taxable supply information'
}

const dollars = (amount: string) => `$${formatMoney(amount)}`

function summary({ proof, withholding_percent }: StatementPaper): DocumentSection {
  const { sum, gst, gst_percent, total, brought_forward, withheld, to_pay } = proof
  const isNothing = cents(to_pay) === 0
  const withheldAt = withholding_percent ? ` (${withholding_percent} %)` : ''
  return {
    heading: 'In short',
    blocks: [
      facts([
        ['Earned, without GST', dollars(sum)],
        [`GST (${gst_percent} %)`, cents(gst) === 0 ? null : dollars(gst)],
        ['Total', dollars(total)],
        ['Brought forward', cents(brought_forward) === 0 ? null : dollars(brought_forward)],
        [`Tax withheld${withheldAt}`, cents(withheld) === 0 ? null : dollars(withheld)],
        ['To pay', dollars(to_pay)],
      ]),
      ...(isNothing
        ? [paragraph('Nothing is paid now: it is carried to the next statement.')]
        : []),
    ],
  }
}

const taxWords: Record<GstMode, string> = {
  buyer_created:
    'This is the tax information for these supplies by agreement of both of us. Please do not ' +
    'send a tax invoice of your own for them.',
  their_invoice: 'No GST is paid with this statement. Please send us your tax invoice for it.',
  not_registered: 'No GST is paid: you have told us that you are not registered for GST.',
}

function tax({ proof, bcti_reason }: StatementPaper): DocumentSection {
  const { gst_mode, broker, broker_gst_number, partner, partner_gst_number, date, lines } = proof
  const corrected = [...new Set(lines.map(({ corrects }) => corrects))].filter((one) => one !== '')
  const isOurs = gst_mode === 'buyer_created'
  return {
    heading: taxHeading(proof),
    blocks: [
      paragraph(taxWords[gst_mode as GstMode]),
      facts([
        ['Supplier', isOurs ? partner : null],
        ['GST number of the supplier', isOurs ? partner_gst_number : null],
        ['Recipient', isOurs ? broker : null],
        ['GST number of the recipient', isOurs ? broker_gst_number : null],
        ['Date', isOurs ? formatDayShort(date) : null],
        ['Description', isOurs ? 'Commission for introducing and looking after customers' : null],
        ['Agreed because', isOurs ? bcti_reason : null],
        ['Corrects', corrected.length > 0 ? corrected.join(', ') : null],
      ]),
    ],
  }
}

function linesOf({ lines, sum }: StatementProof): DocumentSection {
  const rows = lines.map((line) => [
    about(line),
    earnedOf(line),
    line.base === '' ? '' : formatMoney(line.base),
    line.share,
    line.rate,
    formatMoney(line.amount),
  ])
  return {
    heading: `${lines.length} lines`,
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'What', isNumber: false },
          { label: 'Earned', isNumber: false },
          { label: 'Base', isNumber: true },
          { label: 'Share', isNumber: true },
          { label: 'Rate', isNumber: true },
          { label: 'Amount', isNumber: true },
        ],
        rows: [...rows, ['Sum', '', '', '', '', formatMoney(sum)]],
        totals: [rows.length],
      },
    ],
  }
}

function earnedOf({ cleared_on, bank_confirmed }: ProofLine): string {
  const day = cleared_on === '' ? '' : formatDayShort(cleared_on)
  return bank_confirmed === 'yes' ? `${day}, bank-confirmed` : day
}

function about(line: ProofLine): string {
  const parts = [
    `${kinds[line.kind] ?? line.kind} ${line.invoice}`.trim(),
    `${line.customer_number} ${line.customer}`.trim(),
    line.period,
    line.corrects === '' ? '' : `corrects ${line.corrects}`,
    line.reason ?? '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function check({ hash, proof }: StatementPaper): DocumentSection {
  return {
    heading: 'How to check it',
    blocks: [
      paragraph(
        'The page behind the link in our mail adds everything up again in your browser. The file ' +
          'you can download there has the digest below; each statement names the digest of the ' +
          'one before, so that none can be changed or left out unseen.',
      ),
      facts([
        ['SHA-256 of this statement', hash],
        ['SHA-256 of the one before', proof.previous || 'There is none before.'],
      ]),
    ],
  }
}
