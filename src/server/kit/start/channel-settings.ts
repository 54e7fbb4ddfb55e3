import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { hookKey, smsChannel } from './sms-settings.ts'

/** How an organisation's own mail leaves and comes in. */
export interface MailChannel {
  /** As readers see it: Harbour Energy <office@harbour.example>. */
  from: string
  /** The mailbox: answers and reports come to it, with a word of ours behind a plus. */
  address: string
  smtpUrl: string
  /** Without one, nothing is fetched. */
  imapUrl: string | null
  /** What the receiving server calls itself where it says what it verified; none is believed. */
  checkedBy?: string | undefined
  /** Whoever relays the mail may bring it instead: where it calls, and what it signs with. */
  hook?: MailHook | undefined
  /** The key we sign with; without one, whoever relays the mail signs it. */
  dkim?: DkimKey | undefined
}

export interface MailHook {
  key: string
  secret: string
}

export interface DkimKey {
  selector: string
  privateKey: string
}

const oneLine = z.string().regex(/^[^\r\n]+$/, 'must be one line')

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const dkim = z
  .strictObject({
    selector: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/i, 'must be a name such as s1'),
    private_key: z.string().refine(isRsaKey, { error: 'must be an RSA key in PEM' }),
  })
  .transform(({ selector, private_key }): DkimKey => ({ selector, privateKey: private_key }))

const hook = z.strictObject({
  key: hookKey,
  secret: z
    .string()
    .regex(/^whsec_[\w+/]{32,120}={0,2}$/, 'must be whsec_ and at least 24 bytes in base64'),
})

const isKnownEncryption = (url: string) =>
  [null, 'none', 'required'].includes(URL.parse(url)?.searchParams.get('encryption') ?? null)

/** Where mail leaves or is read; `?encryption=none` is for a line that nobody else is on. */
export const mailUrl = (protocol: RegExp, error: string) =>
  z
    .url({ protocol, error })
    .refine(isKnownEncryption, { error: 'may end in ?encryption=none or ?encryption=required' })

const mail = z
  .strictObject({
    from: oneLine.max(200),
    address: z.email(),
    smtp_url: mailUrl(/^smtps?$/, 'must look like smtps://user:password@host'),
    imap_url: mailUrl(/^imaps?$/, 'must look like imaps://user:password@host').optional(),
    checked_by: z
      .string()
      .regex(/^[^\s;()]{1,253}$/, 'must be a name such as mx.harbour.example')
      .optional(),
    hook: hook.optional(),
    dkim: dkim.optional(),
  })
  .transform(
    ({ smtp_url, imap_url, checked_by, dkim: key, ...given }): MailChannel => ({
      ...given,
      smtpUrl: smtp_url,
      imapUrl: imap_url ?? null,
      ...(checked_by && { checkedBy: checked_by }),
      ...(key && { dkim: key }),
    }),
  )

const organisation = z.strictObject({
  organisation_id: z.int().positive(),
  mail: mail.optional(),
  sms: smsChannel.optional(),
})

const hookKeysOf = ({ mail: box, sms }: z.output<typeof organisation>) =>
  [box?.hook?.key, sms?.hook_key].flatMap((key) => key ?? [])

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length

/**
 * CHANNELS_FILE: what opens an organisation's mailbox and its gateway is in no database, where a
 * backup or a query would carry it along.
 */
export const channelsFile = z.strictObject({
  organisations: z
    .array(organisation)
    .max(1000)
    .refine((all) => isUnique(all.map((one) => one.organisation_id)), {
      error: 'names an organisation twice',
    })
    .refine((all) => isUnique(all.flatMap(hookKeysOf)), {
      error: 'uses the key of a hook twice',
    }),
})

export interface Channels {
  organisations: z.output<typeof channelsFile>['organisations']
}
