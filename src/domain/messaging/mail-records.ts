/** A record that the owner of a domain publishes, so that mail in its name is believed. */
export interface MailRecord {
  kind: 'spf' | 'dkim' | 'dmarc'
  /** Where it stands, and what should stand there. */
  name: string
  value: string
  why: string
}

export interface JudgedRecord extends MailRecord {
  state: 'right' | 'missing' | 'different' | 'twice' | 'unknown'
  /** What was found there. */
  found: string[]
  advice: string
}

export interface MailDomain {
  domain: string
  /** The server that mail leaves by. */
  relay: string
  /** Our own key; without one, whoever relays the mail signs it. */
  dkim: { selector: string; publicKey: string } | null
}

/** What has to stand in the domain's names for mail of ours to be believed. */
export function mailRecords({ domain, relay, dkim }: MailDomain): MailRecord[] {
  const signed: MailRecord[] = dkim
    ? [
        {
          kind: 'dkim',
          name: `${dkim.selector}._domainkey.${domain}`,
          value: `v=DKIM1; k=rsa; p=${dkim.publicKey}`,
          why: 'With this key a reader’s server checks that nobody changed the mail.',
        },
      ]
    : []
  return [
    {
      kind: 'spf',
      name: domain,
      value: `v=spf1 ${/^[\d.]+$/.test(relay) ? 'ip4' : 'a'}:${relay} ~all`,
      why: 'Says that this server may send mail in your name.',
    },
    ...signed,
    {
      kind: 'dmarc',
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
      why: 'Says what becomes of mail that only pretends to be yours.',
    },
  ]
}

const beginnings = { spf: /^v=spf1(\s|$)/i, dkim: /(^|;)\s*p=/i, dmarc: /^v=DMARC1\s*;/i } as const

/** Holds what stands there against what should; null where nobody could be asked. */
export function judgeRecord(record: MailRecord, texts: readonly string[] | null): JudgedRecord {
  const told = (state: JudgedRecord['state'], found: readonly string[], advice: string) => ({
    ...record,
    state,
    found: [...found],
    advice,
  })
  if (texts === null)
    return told('unknown', [], 'Nobody answers for this domain just now. Try again later.')
  const found = texts.filter((text) => beginnings[record.kind].test(text.trim()))
  const [text, second] = found
  if (text === undefined)
    return told('missing', [], 'Publish this record where you manage your domain.')
  if (second !== undefined)
    return told('twice', found, 'There may be one alone: join them into one record.')
  const objection = objections[record.kind](text, record)
  return objection ? told('different', found, objection) : told('right', found, 'Nothing to do.')
}

const keyIn = (text: string) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.replace(/\s+/g, '') ?? ''

/** What is wrong with a record that is there. */
const objections: Record<MailRecord['kind'], (text: string, record: MailRecord) => string | null> =
  {
    spf: (text, { value }) => {
      const ours = /(?:a|ip4):\S+/.exec(value)?.[0] ?? ''
      const words = text.toLowerCase().split(/\s+/)
      if (words.includes('+all') || words.includes('all'))
        return 'It lets anybody send in your name: end it with ~all or -all.'
      // A relay that is named by a record of its own cannot be told from here.
      const isNamed =
        words.includes(ours.toLowerCase()) || words.some((w) => /^(include|redirect)[:=]/.test(w))
      return isNamed ? null : `It does not name our server: add ${ours} to it.`
    },
    dkim: (text, { value }) => {
      if (keyIn(text) === '') return 'This key was taken back: publish the one of ours.'
      return keyIn(text) === keyIn(value) ? null : 'It holds another key than the one we sign with.'
    },
    dmarc: (text) =>
      /;\s*p\s*=\s*none/i.test(text)
        ? 'It only watches (p=none). Once the others are right, let it say p=quarantine.'
        : null,
  }
