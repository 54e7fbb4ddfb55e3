import sanitizeHtml from 'sanitize-html'

/** What strangers send, without anything that acts, hides or asks another server for a picture. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...['p', 'br', 'div', 'span', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li'],
      ...['blockquote', 'pre', 'table', 'thead', 'tbody', 'tr', 'td', 'th', 'a', 'hr'],
      ...['h1', 'h2', 'h3', 'h4'],
    ],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  }).slice(0, 500_000)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The words of a mail that has no plain ones. */
export function textOfHtml(html: string): string {
  const lines = html
    .replace(/\s+/g, ' ')
    .replace(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi, '$&\n')
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => named[name] ?? '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
