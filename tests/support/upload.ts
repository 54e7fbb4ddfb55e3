import { randomUUID } from 'node:crypto'
import type { Client, Reply } from './client.ts'

export interface Sent {
  name: string
  bytes: Buffer
}

/** Sends a file as a browser's form does. */
export function upload(
  client: Client,
  { name, bytes }: Sent,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  const boundary = `----${randomUUID()}`
  const parts = Object.entries(fields).map(([field, value]) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
    ),
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="content"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([
    ...parts,
    Buffer.from(head),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return client.put('/file', body, { ...type, ...headers })
}

/** No two are the same, since the same file is refused a second time. */
export function anyPdf(name = 'bill.pdf'): Sent {
  return { name, bytes: Buffer.from(`%PDF-1.7\n% ${randomUUID()}\n%%EOF\n`) }
}
