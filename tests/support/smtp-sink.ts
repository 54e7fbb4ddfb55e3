import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  from: string
  to: string[]
  content: string
}

/** A mail server that nobody runs: what is written waits. */
export const silentMail = 'smtp://127.0.0.1:9'

/** A real SMTP server that keeps what it gets, and can be told to misbehave. */
export interface SmtpSink {
  url: string
  messages: ReceivedMail[]
  /** What it read and then did not accept. */
  refused: string[]
  /** How often somebody has connected. */
  connected(): number
  answerNext(code: number, message: string): void
  refuseRecipients(code: number, message: string): void
  /** One address alone is refused, or kept waiting. */
  refuse(address: string, code: number, message: string): void
  keepWaiting(address: string, ms: number): void
  hangUpAfterData(): void
  reset(): void
  stop(): Promise<void>
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const messages: ReceivedMail[] = []
  const refused: string[] = []
  let nextAnswer: Error | undefined
  let recipientAnswer: Error | undefined
  const refusals = new Map<string, Error>()
  const waits = new Map<string, number>()
  let hangUp = false
  let connected = 0

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_session, callback) => {
      connected++
      callback()
    },
    onRcptTo: ({ address }, _session, callback) => {
      const answer = () => callback(refusals.get(address) ?? recipientAnswer)
      setTimeout(answer, waits.get(address) ?? 0)
    },
    onData: async (stream, session, callback) => {
      // Whoever was sending may die in the middle of it: then nothing has arrived.
      const content = await text(stream).catch(() => null)
      if (content === null) return
      if (hangUp) {
        for (const connection of server.connections) closeSocket(connection)
        return
      }
      const answer = nextAnswer
      nextAnswer = undefined
      if (answer) refused.push(content)
      else messages.push({ ...envelopeOf(session.envelope), content })
      callback(answer)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server listening on TCP has an address of this form.
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    refused,
    connected: () => connected,
    answerNext: (code, message) => {
      nextAnswer = answerOf(code, message)
    },
    refuseRecipients: (code, message) => {
      recipientAnswer = answerOf(code, message)
    },
    refuse: (address, code, message) => void refusals.set(address, answerOf(code, message)),
    keepWaiting: (address, ms) => void waits.set(address, ms),
    hangUpAfterData: () => {
      hangUp = true
    },
    reset: () => {
      messages.length = 0
      refused.length = 0
      nextAnswer = undefined
      recipientAnswer = undefined
      refusals.clear()
      waits.clear()
      hangUp = false
      connected = 0
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function envelopeOf(envelope: {
  mailFrom: { address: string } | false
  rcptTo: { address: string }[]
}) {
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map((recipient) => recipient.address),
  }
}

function answerOf(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code })
}

function closeSocket(connection: unknown): void {
  if (typeof connection !== 'object' || connection === null) return
  const socket = '_socket' in connection ? connection._socket : undefined
  if (typeof socket !== 'object' || socket === null || !('destroy' in socket)) return
  if (typeof socket.destroy === 'function') socket.destroy()
}
