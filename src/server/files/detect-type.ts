import { isUtf8 } from 'node:buffer'
import { endingOf, type MediaType, typesNamed } from '#domain/files/media-type.ts'
import { type ByteReader, piecesOf } from './byte-reader.ts'
import { zipEntries } from './zip.ts'

const HEAD = 65_536

/** What a file is by its bytes, whatever it is called; null for what is not taken. */
export async function detectType(file: ByteReader, name: string): Promise<MediaType | null> {
  const head = await file.read(0, HEAD)
  const known = starts.find(([, isOne]) => isOne(head))
  if (known) return known[0]
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return archiveType(file, head)
  return textType(file, head, name)
}

const at = (place: number, text: string) => (bytes: Buffer) =>
  bytes.subarray(place, place + text.length).equals(Buffer.from(text, 'latin1'))

const isHeic = (bytes: Buffer) =>
  at(4, 'ftyp')(bytes) && /^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(bytes.toString('latin1', 8, 12))

const starts: [MediaType, (bytes: Buffer) => boolean][] = [
  ['application/pdf', at(0, '%PDF-')],
  ['image/png', at(0, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', at(0, '\xff\xd8\xff')],
  ['image/gif', (bytes) => at(0, 'GIF87a')(bytes) || at(0, 'GIF89a')(bytes)],
  ['image/webp', (bytes) => at(0, 'RIFF')(bytes) && at(8, 'WEBP')(bytes)],
  ['image/heic', isHeic],
]

const openXml = 'application/vnd.openxmlformats-officedocument'
const officeParts: [string, MediaType][] = [
  ['word/document.xml', `${openXml}.wordprocessingml.document`],
  ['xl/workbook.xml', `${openXml}.spreadsheetml.sheet`],
  ['ppt/presentation.xml', `${openXml}.presentationml.presentation`],
]

/** Office files are archives; those that carry programs are not taken. */
async function archiveType(file: ByteReader, start: Buffer): Promise<MediaType | null> {
  const names = (await zipEntries(file))?.map((entry) => entry.name)
  const program = /vbaProject\.bin$|^xl\/macrosheets\/|\/activeX\/|^(Basic|Scripts)\/./i
  if (!names || names.some((name) => program.test(name))) return null
  const office = officeParts.find(([part]) => names.includes(part))
  if (office) return office[1]
  // An OpenDocument says in its first entry, which is never packed, what it is.
  const head = start.toString('latin1', 30, 120)
  const said = /^mimetype(application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation))/
  const kind = said.exec(head)?.[2]
  if (kind === 'text') return 'application/vnd.oasis.opendocument.text'
  if (kind === 'spreadsheet') return 'application/vnd.oasis.opendocument.spreadsheet'
  if (kind === 'presentation') return 'application/vnd.oasis.opendocument.presentation'
  return 'application/zip'
}

/** Text has no bytes that steer anything, and none that a browser would run. */
async function textType(file: ByteReader, head: Buffer, name: string): Promise<MediaType | null> {
  for await (const piece of piecesOf(file)) if (piece.some(isSteering)) return null
  const text = head.toString(isUtf8(head) ? 'utf8' : 'latin1')
  if (/^[\s\ufeff]*(<|#!|%!)/.test(text)) return null
  if (/<(script|html|svg|iframe|!doctype)\b/i.test(text)) return null
  const named = typesNamed(name).find((type) => type.startsWith('text/'))
  if (named) return named
  return /^[a-z]/.test(endingOf(name)) && !endingOf(name).includes(' ') ? null : 'text/plain'
}

/** The same in every encoding that text comes in; tabs, line and page breaks are none. */
const isSteering = (byte: number) =>
  (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte)) || byte === 0x7f
