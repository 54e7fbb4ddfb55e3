import type { NoticeMail } from '#domain/messaging/notice-mails.ts'

/** What the other admins are told of an export. */
export interface AskedExport {
  id: number
  by: string
  /** What it is of, in words. */
  name: string
  reason: string | null
  has_masked: boolean
}

/** Whoever answers for an organisation hears of what leaves it. */
export function exportMail(name: string, asked: AskedExport, url: string): NoticeMail {
  const hidden = asked.has_masked
    ? ['Hidden details such as bank accounts and birth dates are in it.']
    : []
  const parts = [
    `Kia ora ${name}`,
    `${asked.by} has asked for an export: ${asked.name}.`,
    ...hidden,
    ...(asked.reason ? [`The reason given: ${asked.reason}`] : []),
    'If that is not as it should be, stop it or throw it away:',
    `${url}/app/export?id=${asked.id}`,
  ]
  return { subject: `${asked.by} exports data`, text: `${parts.join('\n\n')}\n` }
}
