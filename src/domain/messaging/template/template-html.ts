const marks: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is shown as it is, whatever stands in it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
}

const ADDRESS = /https?:\/\/[^\s<>"']+/g

/** The HTML of a mail that was written as text: its paragraphs, and its addresses as links. */
export function htmlOf(text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  return paragraphs.map((words) => `<p>${linked(words).replaceAll('\n', '<br>')}</p>`).join('\n')
}

function linked(words: string): string {
  let html = ''
  let from = 0
  for (const { 0: address, index } of words.matchAll(ADDRESS)) {
    const to = escaped(address)
    html += `${escaped(words.slice(from, index))}<a href="${to}">${to}</a>`
    from = index + address.length
  }
  return html + escaped(words.slice(from))
}
