/** What was written, and below it what was only quoted from before. */
export function foldedQuote(text: string): { said: string; quoted: string | null } {
  const lines = text.split('\n')
  const start = lines.findIndex(
    (line, place) =>
      /^(On|Am|Le) .{5,200} (wrote|schrieb|a écrit)\s?:\s*$/.test(line) ||
      /^-{2,}\s*(Original Message|Forwarded message)/i.test(line) ||
      (line.startsWith('>') && lines.slice(place).every((one) => /^(>|\s*$)/.test(one))),
  )
  if (start <= 0) return { said: text, quoted: null }
  const said = lines.slice(0, start).join('\n').trimEnd()
  return said ? { said, quoted: lines.slice(start).join('\n') } : { said: text, quoted: null }
}
