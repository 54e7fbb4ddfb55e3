import type { Strokes } from './drawing.ts'
import type { Look } from './look.ts'

// A printed document as plain data. The same description is drawn as a PDF, shown as a page and
// kept beside the bytes that were sent, so that all three say the same.

export interface PrintedDocument {
  title: string
  /** Beside the title: a number, a version. */
  reference: string
  /** Who writes, first the name, then address and contact. */
  sender: string[]
  /** Whom it is for, first the name. */
  recipient: string[]
  /** The day it was made, YYYY-MM-DD. */
  day: string
  sections: DocumentSection[]
  signature?: SignatureBlock | undefined
  footer: string
  /** A pale word across every page, such as Draft. */
  mark?: string | undefined
  /** As it was when the document was made; those from before there was one have none. */
  look?: Look | undefined
}

export interface DocumentSection {
  heading: string
  blocks: DocumentBlock[]
}

export type DocumentBlock = Paragraph | FactList | DocumentTable | DocumentChart | DocumentCode

export interface Paragraph {
  kind: 'paragraph'
  text: string
}

export interface FactList {
  kind: 'facts'
  facts: { label: string; value: string }[]
  /** What everybody looks for first: large, at once. */
  isLarge?: boolean | undefined
}

export interface DocumentTable {
  kind: 'table'
  columns: TableColumn[]
  rows: string[][]
  /** Places of the rows that carry a total, written in bold. */
  totals?: number[] | undefined
}

export interface TableColumn {
  label: string
  isNumber: boolean
}

/** What a phone reads from paper, and what it is for. */
export interface DocumentCode {
  kind: 'code'
  text: string
  says: string
}

/** Amounts over time as bars. */
export interface DocumentChart {
  kind: 'chart'
  unit: string
  bars: ChartBar[]
}

export interface ChartBar {
  /** Short, for under the bar. */
  label: string
  /** In full, for those who read the same as a list. */
  name: string
  /** Decimal text; null where nothing is known. */
  value: string | null
  isEstimated: boolean
}

/** Where somebody signs; once signed it says who, when and how. */
export interface SignatureBlock {
  statement: string
  signed?: Signature | undefined
}

export interface Signature {
  name: string
  /** When, in words. */
  at: string
  /** A drawn signature; a typed one is the name itself. */
  strokes: Strokes | null
  /** How it came about, for later doubts. */
  evidence: string
}

export const paragraph = (text: string): Paragraph => ({ kind: 'paragraph', text })

/** Facts without a value are left out: a document says what there is. */
export function facts(list: readonly (readonly [string, string | null | undefined])[]): FactList {
  const told = list.flatMap(([label, value]) => (value ? [{ label, value }] : []))
  return { kind: 'facts', facts: told }
}

/** What everybody looks for first. */
export const largeFacts = (list: readonly (readonly [string, string])[]): FactList => ({
  ...facts(list),
  isLarge: true,
})

/** The document with a signature under it; everything else stays word for word. */
export function withSignature(document: PrintedDocument, signed: Signature): PrintedDocument {
  const statement = document.signature?.statement ?? ''
  return { ...document, signature: { statement, signed } }
}
