// Which column of a file holds what: found by its heading, corrected by people, kept as JSON.

import { z } from 'zod'
import { csvRecords, type Delimiter, detectDelimiter } from '#domain/kit/csv-reader.ts'

/** For each field the number of its column, from 0; fields the file does not have are left out. */
export type ColumnMapping<C extends string = string> = Partial<Record<C, number>>

/** The columns of a kind of file. */
export interface FileColumns<C extends string = string> {
  names: readonly C[]
  /** What is accepted as a mapping from outside. */
  schema: z.ZodType<ColumnMapping<C>, ColumnMapping<C>>
  /** Which column is which, by the headings alone. */
  guess(header: readonly string[]): ColumnMapping<C>
  /** A field that several headings mean. */
  ambiguous(header: readonly string[]): C | null
  /** What people have to say before the file can be read. */
  missing(mapping: ColumnMapping<C>): string | null
}

/** Each field with the headings people really use for it, best first and divided by commas. */
export function fileColumns<const C extends string>(
  headings: Record<C, string>,
  missing: (mapping: ColumnMapping<C>) => string | null,
): FileColumns<C> {
  // The keys of an object that was written out are exactly its fields.
  const names = Object.keys(headings) as C[]
  const known = new Map(
    names.map((name) => [name, [name, ...headings[name].split(',')].map(plain)]),
  )
  const fieldOf = (heading: string) => {
    const meaning = (written: string) => names.find((name) => known.get(name)?.includes(written))
    return meaning(plain(heading)) ?? meaning(withoutBrackets(heading))
  }
  const guess = (header: readonly string[]) => {
    const fields = header.map(fieldOf)
    const found = names.flatMap((name) => {
      const places = (known.get(name) ?? []).map((word) =>
        fields.findIndex((field, place) => field === name && isWord(header[place] ?? '', word)),
      )
      const best = places.find((place) => place !== -1)
      return best === undefined ? [] : [[name, best] as const]
    })
    return Object.fromEntries(found) as ColumnMapping<C> // Named by the fields.
  }
  const ambiguous = (header: readonly string[]) => {
    const fields = header.map(fieldOf)
    return fields.find((name, place) => name && fields.indexOf(name) !== place) ?? null
  }
  const schema = z.partialRecord(z.enum(names), z.int().min(0).max(500))
  // A record of its own fields, each of which may be left out.
  return { names, schema: schema as FileColumns<C>['schema'], guess, ambiguous, missing }
}

/** What is seen of a file before anything of it is stored. */
export interface FilePreview<C extends string = string> {
  delimiter: Delimiter
  header: string[]
  sample: string[][]
  mapping: ColumnMapping<C>
}

/** The header, the first rows and a guess, for the screen on which people correct it. */
export function previewFile<C extends string>(
  columns: FileColumns<C>,
  text: string,
  rows = 5,
): FilePreview<C> {
  const delimiter = detectDelimiter(text)
  const sample: string[][] = []
  for (const { fields } of csvRecords(text, delimiter)) {
    sample.push(fields.map((field) => field.trim()))
    if (sample.length > rows) break
  }
  const header = sample.shift() ?? []
  return { delimiter, header, sample, mapping: columns.guess(header) }
}

/** What a cell looks like: days, amounts and accounts are told apart, and not what they say. */
export function shapeOf(cell: string): string {
  return cell.replace(/\p{L}/gu, 'x').replace(/\d/g, '0')
}

/** Headings are words; a first line with a number as long as an account's is one of the rows. */
export function areHeadings(header: readonly string[]): boolean {
  return header.every((cell) => cell.replace(/\D/g, '').length < 7)
}

const LONGEST_HEADING = 1000

/** By this a file is known to have the same columns as one before it. */
export function headingKey(header: readonly string[]): string {
  return header
    .map((name) => name.trim().toLowerCase())
    .join('|')
    .slice(0, LONGEST_HEADING)
}

/** The cells of one line by the fields they hold; what the file does not have is left out. */
export type FileCells<C extends string = string> = Partial<Record<C, string>>

export function cellsOf<C extends string>(
  mapping: ColumnMapping<C>,
  fields: readonly string[],
): FileCells<C> {
  const cells = Object.entries<number | undefined>(mapping).flatMap(([name, column]) => {
    const text = column === undefined ? undefined : fields[column]?.trim()
    return text === undefined ? [] : [[name, text] as const]
  })
  return Object.fromEntries(cells) as FileCells<C> // Named by the fields of the mapping.
}

function isWord(heading: string, word: string): boolean {
  return plain(heading) === word || withoutBrackets(heading) === word
}

function withoutBrackets(heading: string): string {
  return plain(heading.slice(0, LONGEST_NAME).replace(/\([^)]*\)/g, ''))
}

// What is longer is no name of a column, however much of a file stands in that cell.
const LONGEST_NAME = 200

function plain(heading: string): string {
  return heading
    .slice(0, LONGEST_NAME)
    .toLowerCase()
    .replaceAll('³', '3')
    .replace(/[^a-z0-9]/g, '')
}
