import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { control } from './control.ts'
import { startImap } from './imap.ts'
import { newPostOffice, type PostOffice } from './post-office.ts'
import { startSmtp } from './smtp.ts'

interface Options {
  office?: PostOffice
  password?: string
  /** Called after whatever may have changed what lies here. */
  onChange?(office: PostOffice): void
}

/** Everybody's mailboxes on this machine: SMTP in, IMAP for the office, and hands for the customers. */
export async function startMailboxes(options: Options = {}) {
  const { password = 'demo' } = options
  const office = options.office ?? newPostOffice()
  const changed = () => options.onChange?.(office)
  const imap = await startImap({ office, password, onChange: changed })
  const onArrival = (mailbox: string) => {
    imap.arrived(mailbox)
    changed()
  }
  const smtp = await startSmtp({ office, onArrival })
  const server = createServer(async (request, response) => {
    try {
      const what = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
      const body = await text(request)
      const answer = control({ office, onArrival }, what, body ? JSON.parse(body) : {})
      changed()
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    } catch (error) {
      response.statusCode = 400
      response.end(JSON.stringify({ message: String(error) }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    office,
    ports: { smtp: smtp.port, imap: imap.port, control: port },
    close: async () => {
      server.closeAllConnections()
      await Promise.all([
        smtp.close(),
        imap.close(),
        new Promise<void>((resolve) => server.close(() => resolve())),
      ])
    },
  }
}

interface Ports {
  smtp: number
  imap: number
  control: number
}

export interface MailboxesAddress extends Ports {
  password: string
}

/** How a server reaches it: each organisation has an office of its own there. */
export function reachMailboxes(ports: Ports, password: string) {
  return {
    controlUrl: `http://127.0.0.1:${ports.control}`,
    channelOf: (organisation_id: number) => ({
      from: `The office <office@org-${organisation_id}.example>`,
      address: `office@org-${organisation_id}.example`,
      smtpUrl: `smtp://127.0.0.1:${ports.smtp}`,
      checkedBy: 'mx.example',
      imapUrl: `imap://org-${organisation_id}:${password}@127.0.0.1:${ports.imap}`,
    }),
  }
}
