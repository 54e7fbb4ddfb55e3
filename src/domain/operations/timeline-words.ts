import { formatDayShort } from '#domain/kit/calendar.ts'
import { humanise, plural, truncate } from '#domain/kit/wording.ts'
import {
  changesOf,
  dollars,
  grouped,
  type Lookup,
  plainNumber,
  type ToldChange,
} from './change-words.ts'
import { adjustmentWords, invoiceWords, paymentWords } from './money-words.ts'
import { type Act, kindOf, leadOf, type TimelineKind, type ToldRow } from './timeline.ts'

export interface TimelineEvent {
  id: number
  at: string
  actor: string
  source: string
  kind: TimelineKind
  action: string
  object_class: string
  object_id: number
  title: string | null
  /** What it is a part of: the contract of a rate, the meter of a reading. */
  parent: { object_class: string; object_id: number } | null
  summary: string
  /** How many rows of the history it stands for. */
  count: number
  reason: string | null
  changes: ToldChange[]
}

/** What happened, in words. */
export function eventOf(act: Act, lookup: Lookup): TimelineEvent {
  const lead = leadOf(act)
  const who = lead.impersonator_name
    ? `${lead.impersonator_name} as ${lead.actor_name}`
    : lead.actor_name
  return {
    id: act[0].id,
    at: lead.created_at,
    actor: who,
    source: lead.source,
    kind: kindOf(lead.object_class),
    action: lead.action,
    object_class: lead.object_class,
    object_id: lead.object_id,
    title: lead.title,
    parent: parentOf(lead),
    summary: summaryOf(act, lead, lookup),
    count: act.length,
    reason: lead.reason,
    changes: isToldWhole(lead) ? [] : changesOf(lead, lookup),
  }
}

// What an action does to a document's money and dates is on the document itself.
const documents = new Set(['invoice', 'bill', 'adjustment', 'invoicepayment'])

const isToldWhole = ({ object_class, action }: ToldRow) =>
  documents.has(object_class) && action !== 'update'

function parentOf({ object_class, parent_id }: ToldRow): TimelineEvent['parent'] {
  if (parent_id === null) return null
  const isMetered = object_class.startsWith('meter')
  return { object_class: isMetered ? 'meter' : 'contract', object_id: parent_id }
}

function summaryOf(act: Act, lead: ToldRow, lookup: Lookup): string {
  const own = act.filter(({ object_class }) => object_class === lead.object_class)
  switch (lead.object_class) {
    case 'note':
      return noteWords(lead)
    case 'message':
      return String(after(lead, 'text_plain') ?? lead.title ?? '')
    case 'meterreading':
      return readingWords(own, lead)
    case 'rateupdate':
    case 'supplierrateupdate':
      return rateUpdateWords(lead)
    case 'rate':
    case 'supplierrate':
      return rateWords(own, lead)
    case 'invoice':
      return invoiceWords(lead)
    case 'adjustment':
      return adjustmentWords(lead)
    case 'invoicepayment':
      return paymentWords(lead)
    default:
      return plainWords(lead, lookup)
  }
}

// What was done, as it ends a sentence; what is missing here is told by its own name.
const deeds: Record<string, string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  send: 'sent to the customer',
  leaveout: 'left out of a sending',
  takeback: 'taken back before it left',
  opened: 'opened by the customer',
  activate: 'activated',
  cancel: 'cancelled',
  end: 'ended',
  lock: 'locked',
  unlock: 'unlocked',
  done: 'done',
  reopen: 'opened again',
  replace: 'replaced',
  park: 'parked, as the books do not add up',
  unpark: 'free again, as the books add up',
  ask_account: 'waits for a second person to confirm a new bank account',
  refuse_account: 'keeps the bank account: the new one was refused',
  withdraw_account: 'keeps the bank account: the new one was withdrawn',
  release_account: 'may be paid into the changed bank account at once',
  ask_words: 'waits for a second person to confirm new words',
  confirm_words: 'has new words: a second person confirmed them',
  refuse_words: 'keeps its words: the new ones were refused',
  withdraw_words: 'keeps its words: the new ones were withdrawn',
}

function plainWords(row: ToldRow, lookup: Lookup): string {
  const label = lookup.entity(row.object_class)?.label ?? humanise(row.object_class)
  const isCustomer = row.object_class === 'customer'
  const name = [label, isCustomer ? null : titleWords(row)].filter(Boolean).join(' ')
  if (row.action === 'accept')
    return `${name} accepted by ${after(row, 'accepted_by') ?? row.actor_name}`
  if (row.action === 'contract') {
    const made = lookup.title('contract', Number(after(row, 'made_contract_id')))
    return `${name} made into contract ${made ?? ''}`.trim()
  }
  const day = row.action === 'cancel' && after(row, 'date_end')
  const from = day ? ` from ${formatDayShort(String(day))}` : ''
  const saving = row.action === 'create' && after(row, 'saving_amount')
  const saves = saving ? `, saving ${dollars(saving)} a year` : ''
  return `${name} ${deeds[row.action] ?? humanise(row.action).toLowerCase()}${from}${saves}`
}

/** Numbers stand as they are, words in quotes. */
function titleWords({ object_class, title }: ToldRow): string | null {
  const isWords = ['enquiry', 'proposal', 'file', 'task'].includes(object_class)
  return title && isWords ? `“${title}”` : title
}

function noteWords(row: ToldRow): string {
  const text = after(row, 'text_plain') ?? after(row, 'subject') ?? row.title ?? ''
  const words = truncate(String(text).trim(), 2000)
  if (row.action === 'create') return words
  return `Note ${deeds[row.action] ?? row.action}: ${words}`
}

function readingWords(rows: readonly ToldRow[], lead: ToldRow): string {
  const ofMeters = meterWords(rows)
  const done = lead.action === 'create' ? '' : ` ${deeds[lead.action] ?? lead.action}`
  const days = rows.flatMap((row) => dayOf(row) ?? []).sort()
  const [first, last] = [days.at(0), days.at(-1)]
  if (rows.length > 1) {
    const span =
      first === last
        ? ` on ${formatDayShort(first)}`
        : `, ${formatDayShort(first)} to ${formatDayShort(last)}`
    return `${plural(rows.length, 'reading')}${ofMeters}${first ? span : ''}${done}`
  }
  const value = after(lead, 'reading_latest') ?? after(lead, 'reading_quantity')
  const type = after(lead, 'reading_latest_type')
  const told = value === null ? '' : ` ${grouped(String(value))}`
  const kind = type && type !== 'actual' ? ` (${humanise(String(type)).toLowerCase()})` : ''
  return `Reading${told}${ofMeters}${first ? ` on ${formatDayShort(first)}` : ''}${kind}${done}`
}

function meterWords(rows: readonly ToldRow[]): string {
  const meters = new Set(rows.flatMap((row) => row.parent_title ?? []))
  if (meters.size > 1) return ` of ${plural(meters.size, 'meter')}`
  const [only] = meters
  return only ? ` of meter ${only}` : ''
}

/** A reading is known by its day. */
function dayOf(row: ToldRow): string | null {
  const day = after(row, 'reading_date') ?? row.title
  return typeof day === 'string' ? day : null
}

interface ToldRate {
  rate_name?: unknown
  rate_amount?: unknown
  previous_amount?: unknown
}

const ratesAtMost = 6

function rateUpdateWords(row: ToldRow): string {
  const whose = row.object_class === 'supplierrateupdate' ? 'Supplier’s rates' : 'Rates'
  const day = after(row, 'valid_from_date')
  const name = day ? `${whose} from ${formatDayShort(String(day))}` : (row.title ?? whose)
  if (row.action === 'delete') return `${name} taken back${ofContract(row)}`
  if (row.action === 'send')
    return `Notice of ${lowered(name)} sent to ${after(row, 'notice_recipient') ?? 'the customer'}`
  const rates = after(row, 'rates')
  // The change keeps what the update brought; each of its fields is checked when it is read.
  const told = Array.isArray(rates) ? (rates as ToldRate[]) : []
  if (row.action !== 'create' || told.length === 0)
    return `${name} ${deeds[row.action] ?? row.action}${ofContract(row)}`
  return `${name}: ${listed(told.map(oneRate))}`
}

function oneRate({ rate_name, rate_amount, previous_amount }: ToldRate): string {
  const before = previous_amount ? `${plainNumber(previous_amount)} → ` : ''
  return `${rate_name} ${before}${plainNumber(rate_amount)}`
}

function rateWords(rows: readonly ToldRow[], lead: ToldRow): string {
  const whose = lead.object_class === 'supplierrate' ? 'Supplier’s rates' : 'Rates'
  if (lead.action !== 'create') {
    const what = rows.length > 1 ? plural(rows.length, 'rate') : `Rate ${lead.title ?? ''}`.trim()
    const amount = lead.changes.rate_amount?.map(plainNumber).join(' → ')
    return `${what} ${deeds[lead.action] ?? lead.action}${amount ? `: ${amount}` : ''}${ofContract(lead)}`
  }
  const day = after(lead, 'valid_from_date')
  const told = [...rows]
    .reverse()
    .map((row) => `${row.title} ${plainNumber(after(row, 'rate_amount'))}`)
  return `${whose}${day ? ` from ${formatDayShort(String(day))}` : ''}${ofContract(lead)}: ${listed(told)}`
}

function listed(told: readonly string[]): string {
  const rest = told.length - ratesAtMost
  return told.slice(0, ratesAtMost).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

const ofContract = (row: ToldRow) => (row.parent_title ? ` of contract ${row.parent_title}` : '')

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function after(row: ToldRow, name: string): unknown {
  return row.changes[name]?.[1] ?? null
}
