import { type ReadResult, readBankFile } from '#domain/bank/file/read-bank-file.ts'
import { answerApart } from '#server/kit/apart/answer-apart.ts'
import type { Reading, ReadPart } from './read-apart.ts'

// So many rows are taken in within a few milliseconds.
const AT_ONCE = 1000

type Tell = (part: ReadPart) => Promise<void>

await answerApart(async ({ text, options }: Reading, tell: Tell): Promise<ReadResult> => {
  const read = readBankFile(new TextEncoder().encode(text), options)
  if (!('file' in read)) return read
  const { rows } = read.file
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tell(rows.slice(from, from + AT_ONCE))
  return { file: { ...read.file, rows: [] } }
})
