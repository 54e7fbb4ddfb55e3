import { escaped } from './template/template-html.ts'

/** Plain words for readers that show HTML: paragraphs, lines, and nothing else. */
export function htmlOfText(text: string): string {
  return escaped(text)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}
