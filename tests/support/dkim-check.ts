import { createHash, createPublicKey, verify } from 'node:crypto'

/**
 * Whether a mail carries a good signature (RFC 6376, relaxed/relaxed, rsa-sha256), with the record
 * that its reader would look up. Written from the standard, and sharing nothing with who signs.
 */
export function isSignedBy(raw: string, record: string): boolean {
  const [head = '', body = ''] = splitOnce(raw, '\r\n\r\n')
  const headers = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  const signature = headers.find((line) => /^dkim-signature:/i.test(line))
  if (!signature) return false
  const tags = tagsIn(signature.slice(signature.indexOf(':') + 1))
  const hash = createHash('sha256').update(relaxedBody(body)).digest('base64')
  if (hash !== tags.bh) return false
  const rest = [...headers]
  const signed = (tags.h ?? '').split(':').flatMap((name) => {
    const at = rest.findLastIndex((line) =>
      line.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`),
    )
    return at < 0 ? [] : [relaxedHeader(rest.splice(at, 1)[0] ?? '')]
  })
  const own = relaxedHeader(signature.replace(/(;\s*b=)[^;]*/, '$1'))
  const data = Buffer.from([...signed, own].join('\r\n'))
  const der = Buffer.from(tagsIn(record).p ?? '', 'base64')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify('sha256', data, key, Buffer.from(tags.b ?? '', 'base64'))
}

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)]
}

function tagsIn(text: string): Record<string, string> {
  const pairs = text.split(';').map((part) => splitOnce(part, '='))
  return Object.fromEntries(pairs.map(([name, value]) => [name.trim(), value.replace(/\s+/g, '')]))
}

function relaxedHeader(line: string): string {
  const [name, value] = splitOnce(line, ':')
  return `${name.trim().toLowerCase()}:${value.replace(/\s+/g, ' ').trim()}`
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').trimEnd())
  while (lines.at(-1) === '') lines.pop()
  return lines.length > 0 ? `${lines.join('\r\n')}\r\n` : ''
}
