/** The rows of another group that are meant: those under one of its keys. */
export interface Narrowed {
  group: string
  key: string
}

/** Everything that is asked for at once: a fact counts that has all of these keys. */
export type NarrowedTo = readonly Narrowed[]

/** As an address has it: `partner:3,customer:12`. A comma of a key is written so that it parts none. */
export function narrowedText(parts: NarrowedTo): string {
  return parts.map(({ group, key }) => `${group}:${written(key)}`).join(',')
}

export function narrowedParts(text: string): NarrowedTo {
  return text.split(',').map((part) => {
    const [group = '', ...key] = part.split(':')
    return { group, key: read(key.join(':')) }
  })
}

export const narrowedGroups = (parts: NarrowedTo = []): string[] => parts.map(({ group }) => group)

const written = (key: string) => key.replaceAll('%', '%25').replaceAll(',', '%2C')
const read = (key: string) => key.replaceAll('%2C', ',').replaceAll('%25', '%')
