import { z } from 'zod'

/** How an organisation's own mail leaves and comes in. */
export interface MailChannel {
  /** As readers see it: Harbour Energy <office@harbour.example>. */
  from: string
  /** The mailbox: answers and reports come to it, with a word of ours behind a plus. */
  address: string
  smtpUrl: string
  /** Without one, nothing comes in. */
  imapUrl: string | null
}

const oneLine = z.string().regex(/^[^\r\n]+$/, 'must be one line')

const mail = z
  .strictObject({
    from: oneLine.max(200),
    address: z.email(),
    smtp_url: z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host' }),
    imap_url: z
      .url({ protocol: /^imaps?$/, error: 'must look like imaps://user:password@host' })
      .optional(),
  })
  .transform(
    ({ smtp_url, imap_url, ...given }): MailChannel => ({
      ...given,
      smtpUrl: smtp_url,
      imapUrl: imap_url ?? null,
    }),
  )

/** Other channels of the file are read by whoever uses them. */
const organisation = z.looseObject({ organisation_id: z.int().positive(), mail: mail.optional() })

/** CHANNELS_FILE: what opens an organisation's mailbox is in no database. */
export const channelsFile = z.strictObject({ organisations: z.array(organisation).max(1000) })

export type Channels = z.output<typeof channelsFile>['organisations']
