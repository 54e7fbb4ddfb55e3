import { randomUUID } from 'node:crypto'
import type { Client, Reply } from './client.ts'

export interface UploadedFile {
  name: string
  bytes: Buffer
}

/** Sends a file as a browser's form does. */
export function upload(
  client: Client,
  sent: UploadedFile,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  return sendForm(client, 'PUT /file', { ...fields, content: sent }, headers)
}

/** A form as a browser sends it: files as they are, everything else as text. */
export function sendForm(
  client: Client,
  call: string,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const [method, path = ''] = call.split(' ')
  const boundary = `----${randomUUID()}`
  const body = Buffer.concat([
    ...Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value]) => partOf(boundary, name, value)),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const send = method === 'PUT' ? client.put : client.post
  return send(path, body, { ...type, ...headers })
}

function partOf(boundary: string, name: string, value: unknown): Buffer[] {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
  const end = Buffer.from('\r\n')
  if (isFile(value)) {
    const type = 'Content-Type: application/octet-stream'
    return [Buffer.from(`${head}; filename="${value.name}"\r\n${type}\r\n\r\n`), value.bytes, end]
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return [Buffer.from(`${head}\r\n\r\n${text}`), end]
}

export function isFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'bytes' in value
}

export const textFile = (text: string, name = 'file.csv'): UploadedFile => ({
  name,
  bytes: Buffer.from(text),
})

/** No two are the same, since the same file is refused a second time. */
export function anyPdf(name = 'bill.pdf'): UploadedFile {
  return { name, bytes: Buffer.from(`%PDF-1.7\n% ${randomUUID()}\n%%EOF\n`) }
}
