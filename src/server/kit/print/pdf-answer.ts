import { Readable } from 'node:stream'
import type { Answer } from '#server/kit/http/route.ts'

/** A PDF to download, under a name that survives every file system. */
export function pdfAnswer(bytes: Buffer, name: string): Answer<null> {
  const plain = name
    .normalize('NFD')
    .replace(/[^\w -]/g, '')
    .trim()
    .replace(/\s+/g, '-')
  const stream = Readable.from([bytes])
  return { file: { name: `${plain}.pdf`, type: 'application/pdf', stream } }
}
