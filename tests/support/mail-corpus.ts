// Sixty mails as they come in real life, and where each of them belongs. Nothing of the product is
// asked for the answer: it is written beside each mail by whoever wrote the mail.

/** What the mails are about: two mails of ours to two customers, and who else there is. */
export interface MailScene {
  office: string
  /** Our mails: their names, and where answers to them go. */
  first: { name: string; replyTo: string }
  second: { name: string; replyTo: string }
  /** The customers they went to, and others by what is known of them. */
  rewa: string
  tama: string
}

/** The thread of a customer's (`first`, `second`, a name below), nobody's, or no message at all. */
type Belongs =
  | 'first'
  | 'second'
  | 'supplier'
  | 'partner'
  | 'both'
  | 'other'
  | 'invoice'
  | 'nobody'
  | 'nothing'

export interface CorpusMail {
  what: string
  belongs: Belongs
  headers: Record<string, string>
  body?: string
  from: string
  /** Where it would come back to, as the receiving server notes it. */
  envelope?: string
  isMachine?: boolean
  isOtherAddress?: boolean
  isUnverified?: boolean
  /** Written by us, from another program. */
  isOwn?: boolean
  /** Words that must be read in it. */
  reads?: string
}

export const addresses = {
  supplier: 'desk@lines.example',
  partner: 'agent@partner.example',
  both: 'both@customers.example',
  shared: 'shared@customers.example',
  gone: 'gone@customers.example',
  other: 'other@customers.example',
  invoice: 'accounts@customers.example',
  bills: 'bills@customers.example',
  statements: 'statements@partner.example',
  stranger: 'somebody@elsewhere.example',
}

const mail = (
  what: string,
  belongs: Belongs,
  from: string,
  headers: Record<string, string>,
  more: Partial<CorpusMail> = {},
): CorpusMail => ({ what, belongs, from, headers: { From: from, ...headers }, ...more })

const another = { isOtherAddress: true }
const relay = '<20261117.rewritten@relay.example>'
const strangers = (count: number) =>
  Array.from({ length: count }, (_, place) => `<list${place}@elsewhere.example>`).join('\r\n ')

/** A letter of the keyed hash is another one. */
const forged = (text: string) =>
  text.replace(/[0-9a-f](?=@)/, (letter) => (letter === '0' ? '1' : '0'))

function byOurWord(scene: MailScene): CorpusMail[] {
  const { office, first, second, rewa, tama } = scene
  const { stranger } = addresses
  const to = { To: first.replyTo }
  return [
    mail('an answer to Reply-To', 'first', rewa, to),
    mail('our word in Cc', 'first', rewa, { To: office, Cc: first.replyTo }),
    mail('our word only in Delivered-To', 'first', rewa, {
      ...{ To: 'undisclosed-recipients:;', 'Delivered-To': first.replyTo },
    }),
    mail('our word only in X-Original-To', 'first', rewa, {
      ...{ To: office, 'X-Original-To': first.replyTo },
    }),
    mail('our word in large letters', 'first', rewa, { To: first.replyTo.toUpperCase() }),
    mail('our word behind a name', 'first', rewa, { To: `"Office, the" <${first.replyTo}>` }),
    mail('our word among many', 'first', rewa, {
      To: `a@x.example, b@x.example, ${first.replyTo}, c@x.example`,
    }),
    mail('another subject and no references', 'first', rewa, { ...to, Subject: 'Other things' }),
    mail('names rewritten by a relay', 'first', rewa, { ...to, 'In-Reply-To': relay }),
    mail('a stranger with our word', 'first', stranger, to, another),
    mail('another customer with our word', 'first', tama, to, another),
    mail('our word before the names of another thread', 'first', rewa, {
      ...{ ...to, 'In-Reply-To': second.name },
    }),
    mail('a word that is not ours', 'nobody', stranger, { To: forged(first.replyTo) }),
    mail('a word that is not ours, of somebody known', 'second', tama, {
      To: forged(first.replyTo),
    }),
    mail('a word for another number', 'nobody', stranger, {
      To: first.replyTo.replace(/\+t\d+/, '+t999999'),
    }),
  ]
}

function byNames({ office, first, second, rewa, tama }: MailScene): CorpusMail[] {
  const { stranger } = addresses
  const to = { To: office }
  return [
    mail('In-Reply-To names ours', 'first', rewa, { ...to, 'In-Reply-To': first.name }),
    mail('In-Reply-To with words beside it', 'first', rewa, {
      ...{ ...to, 'In-Reply-To': `${first.name} (your mail of Tuesday)` },
    }),
    mail('References name ours at the end', 'first', rewa, {
      ...{ ...to, References: `<a@b.example> ${first.name}` },
    }),
    mail('References name ours at the beginning', 'first', rewa, {
      ...{ ...to, 'In-Reply-To': relay, References: `${first.name} ${relay}` },
    }),
    mail('References over many lines', 'first', rewa, {
      ...{ ...to, References: `${strangers(12)}\r\n ${first.name}\r\n ${relay}` },
    }),
    mail('our name in large letters', 'first', rewa, {
      ...{ ...to, 'In-Reply-To': first.name.toUpperCase() },
    }),
    mail('In-Reply-To before References', 'second', tama, {
      ...{ ...to, 'In-Reply-To': second.name, References: first.name },
    }),
    mail('the later one in References', 'second', tama, {
      ...{ ...to, References: `${first.name} ${second.name}` },
    }),
    mail(
      'a stranger who answers',
      'first',
      stranger,
      { ...to, 'In-Reply-To': first.name },
      another,
    ),
    mail(
      'forwarded from another address of theirs',
      'first',
      stranger,
      {
        ...{ ...to, Subject: 'Fwd: Your new rates', References: first.name },
      },
      another,
    ),
    mail('a name that is not ours', 'nobody', stranger, {
      ...{ ...to, 'In-Reply-To': forged(first.name) },
    }),
    mail('a name that is not ours, of somebody known', 'second', tama, {
      ...{ ...to, 'In-Reply-To': forged(first.name) },
    }),
  ]
}

function byAddress({ office, rewa, tama }: MailScene): CorpusMail[] {
  const to = { To: office }
  const { supplier, partner, both, shared, gone, other, invoice, stranger } = addresses
  const { bills, statements } = addresses
  return [
    mail('a customer writes anew', 'first', rewa, to),
    mail('an address in large letters', 'first', rewa.toUpperCase(), to),
    mail('a name that is encoded', 'second', tama, {
      ...{ ...to, From: `=?utf-8?B?VGFtYSBOZ8SBaQ==?= <${tama}>` },
    }),
    mail('a name with a comma', 'second', tama, { ...to, From: `"Ngāi, Tama" <${tama}>` }),
    mail('the second address of a customer', 'other', other, to),
    mail('the address for invoices of a customer', 'invoice', invoice, to),
    mail('whom the bills of a customer go to', 'invoice', bills, to),
    mail('whom the statements of a partner go to', 'partner', statements, to),
    mail('a supplier', 'supplier', supplier, to),
    mail('a partner', 'partner', partner, to),
    mail('a customer who is a supplier as well', 'both', both, to),
    mail('an address of two customers', 'nobody', shared, to),
    mail('a customer who is deleted', 'nobody', gone, to),
    mail('somebody nobody knows', 'nobody', stranger, to),
    mail('sent on behalf of a customer', 'nobody', stranger, { ...to, 'Reply-To': rewa }),
    mail('somebody whose name is a customer’s address', 'nobody', stranger, {
      ...{ ...to, From: `"${rewa}" <${stranger}>` },
    }),
  ]
}

function byMachines({ office, first, rewa }: MailScene): CorpusMail[] {
  const to = { To: first.replyTo }
  const isMachine = true
  return [
    mail(
      'away, and says so',
      'first',
      rewa,
      { ...to, 'Auto-Submitted': 'auto-replied' },
      { isMachine },
    ),
    mail(
      'away, with parameters',
      'first',
      rewa,
      {
        ...{ ...to, 'Auto-Submitted': 'auto-replied; owner-email="x@y.example"' },
      },
      { isMachine },
    ),
    mail(
      'made by a program',
      'first',
      rewa,
      { ...to, 'Auto-Submitted': 'auto-generated' },
      { isMachine },
    ),
    mail('says that a person wrote it', 'first', rewa, { ...to, 'Auto-Submitted': 'no' }),
    mail('Precedence bulk', 'first', rewa, { ...to, Precedence: 'bulk' }, { isMachine }),
    mail('Precedence junk', 'first', rewa, { ...to, Precedence: 'junk' }, { isMachine }),
    mail('a person who writes to a list that we read', 'nobody', addresses.stranger, {
      ...{ To: office, Precedence: 'list', 'List-Id': 'The office <office.lists.example>' },
    }),
    mail('with an empty return path', 'first', rewa, to, { isMachine, envelope: '' }),
    mail('that would come back to its writer', 'first', rewa, to, { envelope: rewa }),
    mail('X-Autoreply', 'first', rewa, { ...to, 'X-Autoreply': 'yes' }, { isMachine }),
  ]
}

function byShape({ office, first, rewa }: MailScene): CorpusMail[] {
  const to = { To: first.replyTo }
  const type = (value: string, encoding = '8bit') => ({
    ...{ ...to, 'Content-Type': value, 'Content-Transfer-Encoding': encoding },
  })
  return [
    mail('written in HTML alone', 'first', rewa, type('text/html; charset=utf-8'), {
      ...{ body: '<p>Tēnā koe, <b>thank</b> you</p>', reads: 'thank' },
    }),
    mail('macrons in base64', 'first', rewa, type('text/plain; charset=utf-8', 'base64'), {
      ...{ body: Buffer.from('Tēnā koutou').toString('base64'), reads: 'Tēnā koutou' },
    }),
    mail(
      'an old alphabet, quoted',
      'first',
      rewa,
      {
        ...type('text/plain; charset=iso-8859-1', 'quoted-printable'),
      },
      { body: 'Caf=E9 meter', reads: 'Café meter' },
    ),
    mail(
      'the alphabet of Windows',
      'first',
      rewa,
      {
        ...type('text/plain; charset=windows-1252', 'quoted-printable'),
      },
      { body: '=93Soon=94', reads: '“Soon”' },
    ),
    mail('no words at all', 'first', rewa, to, { body: '', reads: '(no words)' }),
    mail('no subject', 'first', rewa, { ...to, Subject: '' }),
    mail(
      'that the receiving server does not believe',
      'first',
      rewa,
      {
        ...{ ...to, 'Authentication-Results': 'mx.example; spf=fail; dkim=none; dmarc=fail' },
      },
      { isUnverified: true },
    ),
    mail('that it believes', 'first', rewa, {
      ...{ ...to, 'Authentication-Results': 'mx.example; spf=pass; dkim=pass; dmarc=pass' },
    }),
    mail('our own mail as a copy', 'nothing', office, { ...to, 'Message-ID': first.name }),
    mail(
      'staff answer from their own program',
      'first',
      office,
      {
        ...{ To: rewa, Cc: office, 'In-Reply-To': first.name },
        'Authentication-Results': `mx.example; dkim=pass header.d=${office.split('@')[1]}`,
      },
      { isOwn: true },
    ),
    mail(
      'somebody who says they are the office, where nobody has looked',
      'first',
      office,
      { To: rewa, Cc: office, 'In-Reply-To': first.name },
      { isUnverified: true, isOtherAddress: true },
    ),
    mail('staff write to the office about nothing of ours', 'nobody', office, { To: office }),
  ]
}

/** The mails of a scene, each with a number by which it is found again. */
export function mailCorpus(scene: MailScene): CorpusMail[] {
  return [byOurWord, byNames, byAddress, byMachines, byShape].flatMap((some) => some(scene))
}

/** The mail as it lies in the mailbox. */
export function rawMail({ headers, body }: CorpusMail, place: number): string {
  const written = {
    'Message-ID': `<corpus${place}@elsewhere.example>`,
    Subject: 'Re: Your new rates',
    ...headers,
  }
  const lines = Object.entries(written).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? `Kia ora ${place}`}\r\n`
}
