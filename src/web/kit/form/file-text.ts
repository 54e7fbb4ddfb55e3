/** Spreadsheets save as UTF-8 or as Windows text; the first that reads without a fault is right. */
export async function fileText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
