import {
  answerTo,
  bounceOf,
  complaintOf,
  decoded,
  headerIn,
  type Letter,
  letter,
  plainBounceOf,
} from './letters.ts'
import { arrive, isOffice, mailboxOf, type PostOffice, type Rule } from './post-office.ts'

interface Parts {
  office: PostOffice
  onArrival(mailbox: string): void
}

type Body = Record<string, string | undefined>

/** Has things happen in customers' mailboxes. It is for tests and for the demonstration. */
export function control(parts: Parts, what: string, body: Body): unknown {
  const act = acts[what]
  if (!act) throw new Error(`Nobody knows ${what}.`)
  return act(parts, body) ?? {}
}

const acts: Record<string, (parts: Parts, body: Body) => unknown> = {
  mails: ({ office }, { address, organisation_id }) =>
    office.mails
      .filter(({ mailbox }) => (address ? mailbox === address.toLowerCase() : !isOffice(mailbox)))
      .filter(({ envelope_from, raw }) => isOf(organisation_id, envelope_from, raw))
      .slice(-200)
      .reverse()
      .map((mail) => ({
        id: mail.id,
        address: mail.envelope_to,
        from: decoded(headerIn(mail.raw, 'From') ?? ''),
        subject: decoded(headerIn(mail.raw, 'Subject') ?? ''),
        received_at: mail.received_at,
        raw: mail.raw,
      })),
  answer: (parts, { id, text = 'Thank you.' }) => post(parts, answerTo(mailOf(parts, id), text)),
  machine: (parts, { id, text = 'I am away.' }) => {
    const answer = answerTo(mailOf(parts, id), text)
    return post(parts, {
      ...answer,
      headers: { ...answer.headers, 'Auto-Submitted': 'auto-replied' },
    })
  },
  send: (parts, { from = '', to = '', subject = '', text = '' }) =>
    post(parts, { from, to, subject, text }),
  raw: (parts, { to = '', from = '', raw = '' }) => deliver(parts, to, from, raw),
  bounce: (parts, { id, status, action, recipient }) => {
    const mail = mailOf(parts, id)
    const behind = recipient && { recipient }
    const more = { ...(status && { status }), ...(action && { action }), ...behind }
    return deliver(parts, mail.envelope_from, '', bounceOf(mail, more))
  },
  'bounce-plainly': (parts, { id }) => {
    const mail = mailOf(parts, id)
    return deliver(parts, mail.envelope_from, '', plainBounceOf(mail))
  },
  complain: (parts, { id }) => {
    const mail = mailOf(parts, id)
    return deliver(parts, mail.envelope_from, '', complaintOf(mail))
  },
  rule: ({ office }, { address = '', rule }) => {
    if (rule)
      office.rules[address.toLowerCase()] = rule as Rule // Whoever controls it knows them.
    else delete office.rules[address.toLowerCase()]
  },
}

/** Each organisation sees what came from its own office. */
function isOf(organisation_id: string | undefined, envelope_from: string, raw: string): boolean {
  if (!organisation_id) return true
  const own = `@org-${organisation_id}.example`
  return envelope_from.endsWith(own) || (headerIn(raw, 'From') ?? '').includes(own)
}

function mailOf({ office }: Parts, id: string | undefined) {
  const mail = office.mails.find((one) => one.id === id)
  if (!mail) throw new Error('That mail is not here.')
  return mail
}

function post(parts: Parts, written: Letter) {
  const address = /<([^<>]+)>\s*$/.exec(written.from)?.[1] ?? written.from
  return deliver(parts, written.to, address, letter(written))
}

function deliver({ office, onArrival }: Parts, to: string, from: string, raw: string) {
  const address = /<([^<>]+)>\s*$/.exec(to)?.[1] ?? to
  const { id } = arrive(office, { to: address, from, raw })
  if (isOffice(mailboxOf(address))) onArrival(mailboxOf(address))
  return { id }
}
