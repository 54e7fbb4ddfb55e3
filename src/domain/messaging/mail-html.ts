const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain words for readers that show HTML: paragraphs, lines, and nothing else. */
export function htmlOfText(text: string): string {
  const safe = text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
  return safe
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}
