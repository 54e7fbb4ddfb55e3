import { z } from 'zod'

const told = z.array(
  z.object({
    id: z.string(),
    address: z.string(),
    from: z.string(),
    subject: z.string(),
    received_at: z.string(),
    raw: z.string(),
  }),
)

/** What lies in the customers' mailboxes of one organisation. */
export async function mailsOfDouble(url: string, organisation_id: number) {
  return told.parse(await askDouble(url, 'mails', { organisation_id: String(organisation_id) }))
}

/** Has something happen there. It is a process of this machine, started by the server itself. */
export async function askDouble(url: string, what: string, body: object): Promise<unknown> {
  const signal = AbortSignal.timeout(5000)
  const sent = { method: 'POST', body: JSON.stringify(body), redirect: 'error' as const, signal }
  const answer = await fetch(`${url}/${what}`, sent)
  if (!answer.ok) throw new Error(`The double answered ${answer.status}.`)
  return answer.json()
}
