export const MAX_FILE_BYTES = 25 * 2 ** 20
export const MAX_FILE_WORDS = '25 MB'

const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** Every kind of file that is taken, and how names of such files end. */
export const extensions = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  [`${openXml}.wordprocessingml.document`]: ['docx'],
  [`${openXml}.spreadsheetml.sheet`]: ['xlsx'],
  [`${openXml}.presentationml.presentation`]: ['pptx'],
  [`${openDocument}.text`]: ['odt'],
  [`${openDocument}.spreadsheet`]: ['ods'],
  [`${openDocument}.presentation`]: ['odp'],
  'application/zip': ['zip'],
  'text/csv': ['csv'],
  'text/plain': ['txt', 'text', 'log', 'ofx', 'eml', 'md'],
} as const satisfies Record<string, readonly string[]>
export type MediaType = keyof typeof extensions

/** What a browser shows by itself without running anything. */
const viewed = ['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp']
export const isViewable = (type: string | null) => viewed.includes(type ?? '')

/** The kinds whose names end like this one; none where the name ends in no known way. */
export function typesNamed(name: string): MediaType[] {
  const ending = endingOf(name)
  return Object.entries(extensions)
    .filter(([, endings]) => endings.some((known) => known === ending))
    .map(([type]) => type as MediaType) // The keys of the table above.
}

export function endingOf(name: string): string {
  return /\.([^.]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * A name that can be shown and saved anywhere: no folders, no control or direction marks, nothing
 * hidden, and an ending that tells what is inside.
 */
export function safeName(given: string, type: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|:*?]/gu, '')
    .trim()
    .replace(/^\.+/, '')
    .trim()
  const endings: readonly string[] = type in extensions ? extensions[type as MediaType] : []
  const isNamed = endings.length === 0 || endings.includes(endingOf(plain))
  const ending = isNamed ? endingOf(plain) : (endings[0] ?? '')
  const stem = (isNamed && ending ? plain.slice(0, -ending.length - 1) : plain) || 'file'
  return `${[...stem].slice(0, 180).join('')}${ending ? `.${ending}` : ''}`
}

/** 1.4 MB, as people say it. */
export function sizeWords(bytes: number | null): string {
  const size = bytes ?? 0
  if (size < 1000) return `${size} bytes`
  if (size < 1_000_000) return `${Math.round(size / 1000)} kB`
  if (size < 1_000_000_000) return `${(size / 1_000_000).toFixed(1)} MB`
  return `${(size / 1_000_000_000).toFixed(1)} GB`
}
