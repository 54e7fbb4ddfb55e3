import type { BulkChannel } from '#domain/messaging/bulk/channel-order.ts'
import { type LeftOut, tellingReason } from '#domain/messaging/bulk/left-out.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { renderPlain } from '#domain/messaging/template/render-template.ts'
import type { MergeValues } from '#domain/messaging/template/template-context.ts'
import { mailDraft } from '#server/mail/mail-draft.ts'
import {
  type CheckedMessage,
  type CheckFacts,
  type CheckSettings,
  lastingStop,
  timeStop,
} from '../checks/stop-of.ts'
import { type BulkWords, type ChannelWords, fieldsIn } from './bulk-words.ts'
import type { KnownContacts } from './known-contacts.ts'
import { leadsAway, left, printedBulk } from './printed-bulk.ts'
import type { SameWords } from './same-words.ts'
import { type BulkSms, mobileOf } from './sms-frame.ts'

/** A customer as far as it decides who is written to, and where. */
export interface Candidate extends NonNullable<CheckFacts['customer']> {
  id: number
  name: string
  email: string | null
  numbers: string[]
}

/** Everything that is the same for all of them. */
export interface Standards {
  channels: BulkChannel[]
  purpose: MessagePurpose
  words: BulkWords
  sms: BulkSms | null
  contacts: KnownContacts
  settings: CheckSettings
  sameWords: SameWords
  /** Somebody wants it to reach those, too, who get the same words. */
  may_repeat: boolean
  /** Addresses that have it already. */
  reached: ReadonlySet<string>
  now: string
}

/** How it reads for one of them. */
export interface Reading {
  channel: BulkChannel
  address: string
  subject: string | null
  text: string
  segments: number | null
  empties: number
}

export interface Judged {
  customer_id: number
  name: string
  /** Power keeps them well: they are written to before the others. */
  is_medical: boolean
  /** How it would reach them; null where it would not. */
  reading: Reading | null
  left_out: Unreached | null
}

/** Why it does not reach somebody; what care kept from them is kept as evidence. */
export interface Unreached extends LeftOut {
  kept?: CheckedMessage
}

const nothingElse = { invoice: null, adjustment: null, contract: null } as const

/** Looks at one customer after the other, by the checks that everything that leaves is asked. */
export class Judge {
  readonly #standards: Standards
  readonly #settings: CheckSettings
  readonly #seen = new Set<string>()

  constructor(standards: Standards) {
    this.#standards = standards
    // At a quiet hour it waits; nobody is left out for that.
    const never_quiet = { sms_quiet_hours: 'none', promo_mail_quiet_hours: 'none' }
    this.#settings = { ...standards.settings, ...never_quiet }
  }

  judge(candidate: Candidate, values: MergeValues): Judged {
    const { id: customer_id, name, required_for_medical: is_medical } = candidate
    const whom = { customer_id, name, is_medical }
    const inVain: Unreached[] = []
    for (const channel of this.#standards.channels) {
      const found = this.#byChannel(channel, candidate, values)
      if ('reading' in found) return { ...whom, reading: found.reading, left_out: null }
      inVain.push(found)
    }
    const [first = noAddress('email'), ...others] = inVain
    return { ...whom, reading: null, left_out: tellingReason([first, ...others]) }
  }

  #byChannel(
    channel: BulkChannel,
    candidate: Candidate,
    values: MergeValues,
  ): Unreached | { reading: Reading } {
    const { words: all, sms, reached, purpose } = this.#standards
    const words = all[channel]
    const address =
      channel === 'email'
        ? candidate.email
        : mobileOf(candidate.numbers, sms?.isAbroadAllowed ?? false)
    if (!words || address === null) return noAddress(channel)
    if (channel === 'email' && !mailDraft.shape.to.safeParse(address).success)
      return left('bad_address', `“${address}” is no address of a mailbox`)
    const read = this.#read(channel, words, address, values)
    if ('why' in read) return read
    const { lack, html, ...reading } = read
    const link = channel === 'sms' ? sms?.foreign(reading.text) : undefined
    if (link !== undefined) return leadsAway(link)
    const stop = this.#stopOf(words, candidate, { ...reading, html })
    if (stop) return stop
    if (lack !== null) return left('empty_field', lack)
    if (sms && (reading.segments ?? 0) > sms.max_segments)
      return left('too_long', `it takes ${reading.segments} text messages`)
    if (reached.has(address)) return left('got_it', `${address} has it already`)
    // What is about an account goes to each account, what advertises to an address once.
    if (purpose !== 'promotional') return { reading }
    if (this.#seen.has(address)) return left('duplicate', `${address} is written to already`)
    this.#seen.add(address)
    return { reading }
  }

  #stopOf(
    { tone }: ChannelWords,
    customer: Candidate,
    { channel, address: contact, subject, text, html }: Reading & { html: string | null },
  ): Unreached | null {
    const { contacts, purpose, now, may_repeat, sameWords } = this.#standards
    const facts: CheckFacts = {
      ...nothingElse,
      entries: contacts.entriesOf(contact),
      customer,
      consent: contacts.consentOf(channel, customer.id, contact),
      last_promotional_at: contacts.promotedAt(contact),
      same_words_at: may_repeat ? null : sameWords(contact, subject, text),
    }
    const about = { channel, purpose, tone, contact, customer_id: customer.id, may_repeat }
    const checked: CheckedMessage = { ...checkedBulk, ...about, subject, text, html }
    const stop = lastingStop(checked, facts) ?? timeStop(checked, facts, this.#settings, now)
    if (!stop) return null
    const kept = stop.rule === 'care' ? { kept: checked } : {}
    return { ...left(stop.rule, stop.reason), ...kept }
  }

  #read(
    channel: BulkChannel,
    words: ChannelWords,
    address: string,
    values: MergeValues,
  ): (Reading & { lack: string | null; html: string | null }) | LeftOut {
    const printed = printedBulk(channel, words, values, renderPlain)
    if ('why' in printed) return printed
    const whole = channel === 'sms' ? this.#standards.sms?.whole(printed.text) : undefined
    return {
      channel,
      address,
      subject: channel === 'sms' ? null : printed.subject,
      text: whole?.text ?? printed.text,
      segments: whole?.segments ?? null,
      empties: emptiesIn(words, values),
      lack: printed.lack,
      html: channel === 'sms' ? null : (printed.html ?? null),
    }
  }
}

/** A person wrote it, and knows that it goes to many. */
export const checkedBulk = {
  id: null,
  kind: 'bulk',
  is_by_hand: true,
  care_reason: null,
  is_awaited: false,
  invoice_id: null,
  contract_id: null,
} as const

const noAddress = (channel: BulkChannel) =>
  left('no_address', channel === 'sms' ? 'no mobile number is known' : 'no email address is known')

const fieldNames = new WeakMap<ChannelWords, string[]>()

function emptiesIn(words: ChannelWords, { fields }: MergeValues): number {
  const names = fieldNames.get(words) ?? fieldsIn(words)
  fieldNames.set(words, names)
  return names.filter((name) => Object.hasOwn(fields, name) && !fields[name]).length
}
