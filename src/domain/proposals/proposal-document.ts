import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import {
  type DocumentSection,
  type DocumentTable,
  facts,
  type PrintedDocument,
  paragraph,
} from '#domain/kit/document.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { fold, humanise, inThousands } from '#domain/kit/wording.ts'
import type { CandidateRate } from './candidate-rates.ts'
import { type ComparedLine, compareLines } from './compare-lines.ts'
import type { Proposal } from './proposal.ts'
import { type Pricing, usedWords } from './proposal-pricing.ts'

/** All of a proposal that its page may say. */
type PrintedProposal = Pick<
  Proposal,
  | 'id'
  | 'name'
  | 'proposal_number'
  | 'icp_type'
  | 'connections'
  | 'valid_until_date'
  | 'candidate_rates'
  | 'current_cost'
  | 'candidate_cost'
  | 'saving_amount'
  | 'saving_percent'
  | 'pricing'
>

export interface ProposalFacts {
  proposal: PrintedProposal
  /** Name, address and contact, line by line. */
  sender: string[]
  recipient: string[]
  supplier: string | null
  today: string
  /** The organisation's words for units and services, as list/value. */
  optionLabels: Readonly<Record<string, string>>
}

/** One page for the customer: what it would save, at which rates, and what that rests on. */
export function proposalDocument(given: ProposalFacts): PrintedDocument {
  const { proposal, sender, recipient, today } = given
  const pricing = proposal.pricing as Pricing | null // Priced and stored by the server alone.
  const reference = proposal.proposal_number ?? `${proposal.id}`
  return {
    title: 'Proposal',
    reference,
    sender,
    recipient,
    day: today,
    sections: [
      offer(given),
      ...(pricing ? [saving(proposal, pricing)] : []),
      ...(pricing ? [comparison(pricing, given)] : []),
      ...otherRates(given, pricing),
      ...(pricing ? [assumptions(pricing)] : []),
    ],
    footer: `${sender[0] ?? ''} · Proposal ${reference}`,
  }
}

function offer({ proposal, supplier, optionLabels }: ProposalFacts): DocumentSection {
  const service = proposal.icp_type
  return {
    heading: proposal.name,
    blocks: [
      facts([
        ['Supplier', supplier],
        ['Service', service && (optionLabels[`icp_type/${service}`] ?? humanise(service))],
        ['Connections', proposal.connections?.join(', ')],
        ['Valid until', formatDayShort(proposal.valid_until_date)],
      ]),
    ],
  }
}

function saving(proposal: PrintedProposal, pricing: Pricing): DocumentSection {
  const { current_cost, candidate_cost, saving_amount, saving_percent } = proposal
  const share = saving_percent && ` (${plain(saving_percent)} %)`
  return {
    heading: 'What it comes to in a year',
    blocks: [
      facts([
        ['Cost now', current_cost && dollars(current_cost)],
        ['Cost proposed', candidate_cost && dollars(candidate_cost)],
        [saving_amount?.startsWith('-') ? 'More' : 'Saving', savingWords(saving_amount, share)],
        ['Use over the period', usedWords(pricing, proposal.icp_type)],
      ]),
    ],
  }
}

const savingWords = (amount: string | null, share: string | null) =>
  amount && `${dollars(amount.replace('-', ''))}${(share ?? '').replace('-', '')}`

/** Offered rates the comparison says nothing of, such as one for a register that is not there. */
function otherRates(
  { proposal, optionLabels }: ProposalFacts,
  pricing: Pricing | null,
): DocumentSection[] {
  const told = new Set(pricing?.candidate.lines.map((line) => fold(line.rate_name)))
  // Checked by the schema of candidate rates when it was stored.
  const all = (proposal.candidate_rates ?? []) as CandidateRate[]
  const offered = all.filter((rate) => !told.has(fold(rate.rate_name)))
  if (offered.length === 0) return []
  const unit = (name = 'kWh') => optionLabels[`rate_unit/${name}`] ?? name
  const table: DocumentTable = {
    kind: 'table',
    columns: [
      { label: 'Rate', isNumber: false },
      { label: 'Unit', isNumber: false },
      { label: '$ per unit, without GST', isNumber: true },
    ],
    rows: offered.map((rate) => [rate.rate_name, unit(rate.rate_unit), plain(rate.rate_amount)]),
  }
  return [{ heading: pricing ? 'Other proposed rates' : 'Proposed rates', blocks: [table] }]
}

// What is counted rather than measured is said in words.
const times: Record<string, string> = { m3: 'm³', day: 'days', month: 'months', each: 'times' }

function comparison(pricing: Pricing, { optionLabels }: ProposalFacts): DocumentSection {
  const amount = (side: ComparedLine['now']) => (side ? formatMoney(side.amount) : '–')
  const nameOf = ({ rate_name, now, proposed }: ComparedLine) => {
    const unit = (proposed ?? now)?.rate_unit ?? ''
    return `${rate_name}, ${times[unit] ?? optionLabels[`rate_unit/${unit}`] ?? unit}`
  }
  const table: DocumentTable = {
    kind: 'table',
    columns: [
      { label: 'Rate', isNumber: false },
      { label: 'Quantity', isNumber: true },
      { label: '$ per unit', isNumber: true },
      { label: 'Now', isNumber: true },
      { label: 'Proposed', isNumber: true },
      { label: 'Saving', isNumber: true },
    ],
    rows: compareLines(pricing).map((line) => [
      nameOf(line),
      wholeNumber((line.proposed ?? line.now)?.quantity ?? '0'),
      line.proposed?.rates.join(', ') ?? '–',
      amount(line.now),
      amount(line.proposed),
      formatMoney(line.saving),
    ]),
  }
  const { from, to } = pricing.period
  const span = `${formatDayShort(from)} to ${formatDayShort(to)}, dollars before discount and GST.`
  return { heading: 'Proposed rates, line by line', blocks: [paragraph(span), table] }
}

function assumptions(pricing: Pricing): DocumentSection {
  return { heading: 'What the figures rest on', blocks: pricing.assumptions.map(paragraph) }
}

const dollars = (amount: string) => `$${formatMoney(amount)}`
const plain = (value: string) => new Exact(value).toFixed().replace('-', '−')

function wholeNumber(value: string): string {
  return inThousands(new Exact(value).toDecimalPlaces(0).toFixed())
}
