import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedCall {
  headers: Record<string, string>
  body: string
}

/** A system of the broker's own that listens; it answers what it is told to. */
export async function webhookReceiver() {
  const received: ReceivedCall[] = []
  const state = { status: 204, text: '', location: '', connections: 0, hold: Promise.resolve() }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      const body = Buffer.concat(pieces).toString('utf8')
      received.push({ headers: Object.fromEntries(headers), body })
      await state.hold
      const location = state.location ? { location: state.location } : {}
      response.writeHead(state.status, location).end(state.text)
    })
  })
  server.on('connection', () => {
    state.connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    state,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The signature as the standard writes it down, made anew from the secret that was shown. */
export function standardSignature(secret: string, { headers, body }: ReceivedCall): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  return `v1,${createHmac('sha256', key).update(signed, 'utf8').digest('base64')}`
}
