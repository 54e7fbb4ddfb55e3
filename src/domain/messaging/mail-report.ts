import type { MailReport, ReportedAddress } from './inbound-mail.ts'

type Fields = Map<string, string>

/** Groups of fields, one below the other with an empty line between, unfolded. */
function groupsIn(text: string): Fields[] {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map(fieldsIn)
    .filter((fields) => fields.size > 0)
}

function fieldsIn(group: string): Fields {
  const fields: Fields = new Map()
  for (const line of group.split('\n')) {
    const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
  }
  return fields
}

/** "rfc822; Rewa@example.co.nz" names an address by its kind; RFC 6533 spells other letters out. */
function addressOf(value: string | undefined): string {
  return (value ?? '')
    .replace(/^[\w-]+\s*;\s*/, '')
    .replace(/\\x\{([0-9a-f]{2,5})\}/gi, (written, hex: string) => {
      const letter = String.fromCodePoint(Number.parseInt(hex, 16))
      return /[\p{Cc}\p{Cs}]/u.test(letter) ? written : letter
    })
    .replace(/^<|>$/g, '')
    .trim()
    .toLowerCase()
}

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const
const byClass = { '2': 'delivered', '4': 'delayed', '5': 'failed' } as const

/** What became of it: by the word before any comment, else by what the code says. */
function actionOf(said: string | undefined, code: string | null): ReportedAddress['action'] | null {
  const [word] = /^[a-z]+/i.exec(said ?? '') ?? []
  const known = actions.find((one) => one === word?.toLowerCase())
  return known ?? byClass[code?.[0] as keyof typeof byClass] ?? null
}

/** RFC 3464: for whom a mail could not be delivered, and why. */
export function deliveryReport(status: string, rfc_id: string | null): MailReport {
  const groups = groupsIn(status)
  const recipients = groups.flatMap((fields): ReportedAddress[] => {
    const address = addressOf(fields.get('original-recipient') ?? fields.get('final-recipient'))
    const code = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fields.get('status') ?? '')?.[1] ?? null
    const action = actionOf(fields.get('action'), code)
    if (!address || !action) return []
    const words = fields.get('diagnostic-code')?.replace(/^smtp\s*;\s*/i, '') ?? null
    return [{ address, action, code, words }]
  })
  const envelope_id = groups.find((fields) => fields.has('original-envelope-id'))
  return {
    kind: 'delivery',
    envelope_id: envelope_id?.get('original-envelope-id') ?? null,
    rfc_id,
    recipients,
  }
}

/** RFC 5965: a reader says that a mail was unwanted. */
export function complaintReport(feedback: string, rfc_id: string | null): MailReport | null {
  const [fields] = groupsIn(feedback)
  const type = fields?.get('feedback-type')?.toLowerCase()
  if (type !== 'abuse' && type !== 'fraud' && type !== 'other') return null
  const address = addressOf(fields?.get('original-rcpt-to'))
  return { kind: 'complaint', rfc_id, addresses: isNamed(address) ? [address] : [] }
}

// Those who pass complaints on often keep to themselves who complained (RFC 6590).
const isNamed = (address: string) =>
  /^[^@]+@[^@]+$/.test(address) &&
  !/^(redacted|undisclosed|removed|private|x{2,}|\*+)@/.test(address)

/** The name of the mail that a report gives back, from its headers. */
export function returnedName(headers: string): string | null {
  const unfolded = headers.replace(/\r\n/g, '\n').replace(/\n[ \t]+/g, ' ')
  return /^message-id:\s*(<[^<>\s]+>)/im.exec(unfolded)?.[1] ?? null
}
