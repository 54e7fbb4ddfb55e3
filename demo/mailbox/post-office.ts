import { randomBytes, randomUUID } from 'node:crypto'

/** A mail as it lies in somebody's mailbox. */
export interface StoredMail {
  id: string
  /** Whose mailbox: a customer's address, or the office of an organisation. */
  mailbox: string
  folder: string
  uid: number
  /** Where a report about it goes. */
  envelope_from: string
  envelope_to: string
  envelope_id: string | null
  raw: string
  received_at: string
}

/** What an address does with mail that is sent to it. */
export type Rule = 'gone' | 'full'

export interface PostOffice {
  mails: StoredMail[]
  rules: Record<string, Rule>
  nextUid: number
  uidValidity: number
}

export const newPostOffice = (): PostOffice => ({
  mails: [],
  rules: {},
  nextUid: 1,
  uidValidity: Math.floor(Date.now() / 1000),
})

/** office+t5-…@org-7.example belongs to the office of org-7; everybody else has their own. */
export function mailboxOf(address: string): string {
  return /@(org-\d+)\.example$/.exec(address.toLowerCase())?.[1] ?? address.toLowerCase()
}

export const isOffice = (mailbox: string) => /^org-\d+$/.test(mailbox)

interface Arriving {
  from: string
  to: string
  raw: string
  envelope_id?: string | null
}

/** Puts a mail where it belongs, and says where that is. */
export function arrive(office: PostOffice, { from, to, raw, envelope_id }: Arriving): StoredMail {
  const traced = `Return-Path: <${from}>\r\nDelivered-To: ${to}\r\n`
  const mail: StoredMail = {
    id: randomUUID(),
    mailbox: mailboxOf(to),
    folder: 'INBOX',
    uid: office.nextUid,
    envelope_from: from,
    envelope_to: to,
    envelope_id: envelope_id ?? null,
    raw: `${traced}${raw}`,
    received_at: new Date().toISOString(),
  }
  office.nextUid += 1
  office.mails.push(mail)
  return mail
}

export const newMessageId = (domain: string) =>
  `<${randomBytes(12).toString('hex')}@${domain.split('@').at(-1)}>`
