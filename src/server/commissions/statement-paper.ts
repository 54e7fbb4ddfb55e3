import type { StatementLine } from '#domain/commissions/commissionstatement-calls.ts'
import { commissionDocument, type StatementPaper } from '#domain/commissions/statement-document.ts'
import type { ProofLine, StatementProof } from '#domain/commissions/statement-proof.ts'
import { proofText } from '#domain/commissions/statement-proof.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatGstNumber } from '#domain/kit/gst-number.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { amountsOf } from './draft-statement.ts'
import type { StatementBasis, StatementParties } from './statement-facts.ts'

const PREVIOUS = sql<{ hash: string }, [partner_id: number]>`
  select hash from commissionstatements where partner_id = $1 and hash is not null
  order by id desc limit 1`

const AGREED = sql<{ bcti_reason: string | null }, [partner_id: number]>`
  select bcti_reason from partners where id = $1`

interface Paper {
  parties: StatementParties
  lines: readonly StatementLine[]
  figures: StatementBasis
  /** Empty for a draft. */
  number: string
  day: string
}

/** A statement as it is printed and hashed, chained to the partner's one before. */
export async function paperOf(conn: Conn, given: Paper): Promise<StatementPaper> {
  const { parties, figures, number, day } = given
  const { partner_id } = parties
  const previous = (await PREVIOUS.one(conn, partner_id))?.hash ?? ''
  const agreed = await AGREED.one(conn, partner_id)
  const gstNumber = (text: string | null) => (text === null ? '' : formatGstNumber(text))
  const proof: StatementProof = {
    number,
    date: day,
    broker: parties.broker,
    broker_gst_number: gstNumber(parties.own_gst_number),
    partner: parties.partner,
    partner_gst_number: gstNumber(parties.partner_gst_number),
    gst_mode: figures.gst_mode,
    lines: given.lines.map(proofLine),
    gst_percent: figures.gst_percent,
    ...amountsOf(figures),
    previous,
  }
  return {
    proof,
    hash: number === '' ? '' : digestOf(Buffer.from(proofText(proof))).toString('hex'),
    broker_address: [...parties.broker_address, ...reachedBy(parties)],
    partner_address: parties.partner_address,
    bcti_reason: agreed?.bcti_reason ?? null,
    withholding_percent: parties.withholding_percent,
  }
}

function reachedBy({ broker_phone, broker_email }: StatementParties): string[] {
  return [broker_phone && formatPhone(broker_phone), broker_email].flatMap((one) => one || [])
}

export const documentOf = (paper: StatementPaper) => commissionDocument(paper)

/** A line as it is printed, hashed and exported. */
export function proofLine(line: StatementLine, place: number): ProofLine {
  const { period_start, period_end, rate, rate_unit, share_percent } = line
  const days = period_start && period_end ? [period_start, period_end].map(formatDayShort) : []
  const percentage = rate_unit === 'percent' ? `${rate} %` : (rate ?? '')
  return {
    line: `${place + 1}`,
    kind: line.kind,
    customer_number: line.customer_number ?? '',
    customer: line.customer ?? '',
    invoice: line.invoice_number ?? '',
    period: days.join(' to '),
    cleared_on: line.cleared_on ?? '',
    bank_confirmed: line.bank_confirmed ? 'yes' : 'no',
    base: line.base ?? '',
    share: share_percent === null ? '' : `${share_percent} %`,
    rate: rate === null ? '' : percentage,
    amount: line.amount,
    corrects: line.corrects ?? '',
    // Named only where there is one: other lines have the bytes they always had.
    ...(line.kind === 'correction' && line.reason ? { reason: line.reason } : {}),
  }
}
