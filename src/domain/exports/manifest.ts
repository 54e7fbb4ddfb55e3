/** A column of a file, as whoever reads it needs to know it. */
export interface ExportedColumn {
  name: string
  label: string
  /** What its cells are: text, money, a day and so on. */
  kind: string
}

/** A file of an export, and how it is proved. */
export interface ExportedFile {
  name: string
  title: string
  rows: number
  /** What each column of money adds up to; decimal text. */
  sums: Record<string, string>
  size: number
  sha256: string
  columns: ExportedColumn[]
}

/** What lies in an export, written beside its files. */
export interface ExportManifest {
  format: 1
  kind: 'data' | 'organisation'
  organisation: string
  /** Every file tells of this one moment. */
  as_at: string
  made_by: string
  reason: string | null
  has_masked: boolean
  period: { from: string | null; to: string | null }
  /** Of a whole organisation: what it takes to bring it back. */
  restore?: RestoreFacts
  files: ExportedFile[]
}

/** What the place must have in which an organisation is brought back. */
export interface RestoreFacts {
  organisation_id: number
  /** The schema its rows were taken from. */
  migrations: { version: number; sha256: string }[]
  /** Opens with the key that everything sealed in it opens with. */
  key_check: string | null
  /** Tables that stay behind. */
  left_out: string[]
}

/** The name of the manifest in the archive. */
export const MANIFEST_NAME = 'manifest.json'
