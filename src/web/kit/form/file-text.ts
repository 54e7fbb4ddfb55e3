import { encodingOf } from '#domain/kit/import/text-encoding.ts'

/** A file's text, however it was saved. */
export async function fileText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}
