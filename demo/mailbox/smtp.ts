import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { arrive, isOffice, mailboxOf, type PostOffice } from './post-office.ts'

interface Options {
  office: PostOffice
  onArrival(mailbox: string): void
}

/** Takes every mail and lets none out: whoever it is for has a mailbox here. */
export async function startSmtp({ office, onArrival }: Options) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    hideDSN: false,
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      const rule = office.rules[address.toLowerCase()]
      if (rule === 'gone') callback(refusal(550, '5.1.1 Nobody of that name lives here'))
      else if (rule === 'full') callback(refusal(452, '4.2.2 This mailbox is full'))
      else callback()
    },
    onData: async (stream, { envelope }, callback) => {
      const raw = await text(stream)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const envelope_id = envelope.dsn?.envid ?? null
      for (const { address } of envelope.rcptTo) {
        arrive(office, { from, to: address, raw, envelope_id })
        if (isOffice(mailboxOf(address))) onArrival(mailboxOf(address))
      }
      callback()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server listening on TCP has an address of this form.
  const { port } = server.server.address() as AddressInfo
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
