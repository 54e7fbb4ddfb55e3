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

/** Words to download, in UTF-8. */
export function textAnswer(
  text: string,
  { name, type }: { name: string; type: string },
): Answer<null> {
  return { file: { name, type, stream: Readable.from([Buffer.from(text)]) } }
}
