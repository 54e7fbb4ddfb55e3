import { isOtherDocument } from '#domain/kit/import/text-encoding.ts'
import { fileText } from '#web/kit/form/file-text.ts'
import type { AnyScreen, ChosenFile } from './import-screen.ts'

/** Reads a file in the browser; a text says why it cannot be taken. */
export async function openFile(screen: AnyScreen, file: File): Promise<ChosenFile | string> {
  const { megabytes } = screen.source
  if (file.size > megabytes * 2 ** 20) return `That file is too big. The limit is ${megabytes} MB.`
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (isOtherDocument(start))
    return 'That is a document or a workbook, not a text file. Save it as CSV first.'
  return openText(screen, file.name, await fileText(file))
}

export function openText(screen: AnyScreen, name: string, content: string): ChosenFile | string {
  const format = content.includes('\0') ? null : screen.formatOf(content)
  if (!format) return `This is not a text file with rows of ${screen.made.many}.`
  return { name, content, format }
}
