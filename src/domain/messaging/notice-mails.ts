import { plural } from '#domain/kit/wording.ts'

/** A mail to somebody of the office. */
export interface NoticeMail {
  subject: string
  text: string
}

/** A thread in which somebody wrote. */
export interface NewsOfThread {
  thread_id: number
  /** With whom it is. */
  party: string
  /** How what came begins. */
  words: string
}

export const threadLink = (url: string, id: number) => `${url}/app/messages?state=all&thread=${id}`
const messageLink = (url: string, id: number) => `${url}/app/message?id=${id}`

/** As lines of a mail, and no more of it than a glance takes. */
function excerpt(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > 160 ? `${line.slice(0, 160)} …` : line
}

const letter = (name: string, ...parts: string[]) =>
  `${[`Kia ora ${name}`, ...parts].join('\n\n')}\n`

/** Somebody wrote in a thread that is one's own, or nobody's yet. */
export function newsMail(name: string, news: NewsOfThread, url: string): NoticeMail {
  const { party, words, thread_id } = news
  return {
    subject: `${party} wrote`,
    text: letter(name, `${party} wrote: ${excerpt(words)}`, threadLink(url, thread_id)),
  }
}

/** Everything that came, in one mail. */
export function digestMail(name: string, news: readonly NewsOfThread[], url: string): NoticeMail {
  const shown = news.map(
    ({ party, words, thread_id }) => `${party}: ${excerpt(words)}\n${threadLink(url, thread_id)}`,
  )
  const threads = plural(news.length, 'thread')
  return {
    subject: `New messages in ${threads}`,
    text: letter(name, `Something came in ${threads}:`, ...shown),
  }
}

/** A colleague named somebody in a note. */
export function mentionMail(
  name: string,
  note: NewsOfThread & { by: string },
  url: string,
): NoticeMail {
  const { by, party, words, thread_id } = note
  return {
    subject: `${by} named you in a note about ${party}`,
    text: letter(name, `${by} noted about ${party}:`, words, threadLink(url, thread_id)),
  }
}

interface StoppedMessage {
  id: number
  recipient: string | null
  subject: string | null
  error: string | null
}

/** What one wrote did not leave. */
export function stoppedMail(name: string, message: StoppedMessage, url: string): NoticeMail {
  const { id, recipient, subject, error } = message
  const what = subject ? `“${subject}”` : 'your message'
  return {
    subject: `Not sent: ${subject ?? 'your message'}`,
    text: letter(
      name,
      `To ${recipient ?? 'the customer'}, ${what} did not leave.`,
      error ?? 'Nobody said why.',
      messageLink(url, id),
    ),
  }
}

interface PolicyRefusal {
  message_id: number
  address: string
  code: string
  words: string | null
}

/** Another server refuses the house itself, whatever it sends. */
export function refusedDomainMail(
  refusal: PolicyRefusal & { domain: string },
  url: string,
): NoticeMail {
  const { domain, address, code, words, message_id } = refusal
  return {
    subject: `${domain} refuses mail from your domain`,
    text: `${[
      'Kia ora',
      `The mail server of ${domain} refused a mail to ${address} for whom it came from (${code}):`,
      words ?? 'It did not say why.',
      'Every mail to that domain may be refused like this. Whoever looks after your domain could check its SPF, DKIM and DMARC records.',
      messageLink(url, message_id),
    ].join('\n\n')}\n`,
  }
}
