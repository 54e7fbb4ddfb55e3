import { detectFormat, type ReadingFormat } from '#domain/meters/reading-file/read-file.ts'
import { fileText } from '#web/kit/form/file-text.ts'

export interface ChosenFile {
  name: string
  content: string
  format: ReadingFormat
}

const LIMIT_MB = 25

export const formatWords: Record<ReadingFormat, string> = {
  csv: 'CSV',
  eiep3: 'EIEP3, half-hourly',
  eiep13a: 'EIEP13A, consumption',
}

/** Reads a file in the browser; a text says why it cannot be taken. */
export async function openFile(file: File): Promise<ChosenFile | string> {
  if (file.size > LIMIT_MB * 2 ** 20) return `That file is too big. The limit is ${LIMIT_MB} MB.`
  const content = await fileText(file)
  const format = content.includes('\0') ? null : detectFormat(content)
  if (!format) return 'This is not a text file with rows of readings.'
  return { name: file.name, content, format }
}
