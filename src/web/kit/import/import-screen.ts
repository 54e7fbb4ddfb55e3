import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Role } from '#domain/access/role.ts'
import type { Call } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { ColumnMapping, FileColumns } from '#domain/kit/import/file-columns.ts'
import type { ImportCounts as CountsBy, ImportOutcome } from '#domain/kit/import/import-calls.ts'
import type { ImportState } from '#domain/kit/import/import-machine.ts'
import type { Column } from '#web/kit/list/plain-table.tsx'

/** How many rows wait, by the verdicts of the kind. */
export type ImportCounts = { [verdict: string]: number | null } & CountsBy<never>

/** What every file on its way in tells of itself. */
export interface ImportRow {
  id: number
  file_name: string
  /** Where files of its kind come in several. */
  format?: string
  import_status: ImportState
  mapping: unknown
  rows_total: number | null
  rows_done: number | null
  rows_accepted: number | null
  rows_rejected: number | null
  message: string | null
  created_at: string
}

/** What every row of a file tells while it waits. */
export interface StagedRow {
  id: number
  version: number
  row_number: number
  staged_status: 'waiting' | 'accepted' | 'rejected'
}

/** A file that was chosen or pasted, read in the browser. */
export interface ChosenFile {
  name: string
  content: string
  /** What it is, in the words of its kind. */
  format: string
}

export interface CellProps<R extends StagedRow> {
  row: R
  /** Whether it may be mended now. */
  isOpen: boolean
  mend: (id: number, change: Partial<R>) => Promise<R | null>
}

export interface PoolColumn<R extends StagedRow> {
  label: string
  isNumber?: boolean
  cell: (props: CellProps<R>) => ReactNode
}

/** A part of the rows, by what was found. */
export interface PoolTab {
  tab: string
  label: string
  count: (counts: ImportCounts) => number
  /** How the list of rows is asked for them. */
  params: { [name: string]: string }
  /** Said where there are none. */
  none: string
}

/** What is asked beside the file: a supplier, a day. */
export interface Extras<X> {
  initial: X
  Fields: ComponentType<{ value: X; onChange: (value: X) => void }>
}

/** What only some may ask for along with taking a file back. */
export interface UndoTick {
  from: Role
  name: string
  label: string
  description: string
}

type Id = number | string
type Acting = Call<z.ZodType<unknown, { id: Id; reason?: string | undefined }>, { id: number }>

interface Calls<B extends ImportRow, R extends StagedRow> {
  get: Call<z.ZodType<unknown, { id: Id }>, B>
  counts: Call<z.ZodType<unknown, { id: Id }>, ImportCounts>
  accept: Call<z.ZodType<unknown, { id: Id }>, unknown>
  undo: Acting
  map?: Call<z.ZodType<unknown, { id: Id; mapping: ColumnMapping }>, unknown>
  rows: Call<z.ZodType<unknown, { [name: string]: unknown }>, R[]>
  mend: Call<z.ZodType, R, { neighbours?: (Partial<R> & { id: number })[] }>
  acceptRows: Call<z.ZodType<unknown, { ids: Id[] }>, ImportOutcome>
  rejectRows: Call<z.ZodType<unknown, { ids: Id[] }>, { rejected: number[] }>
}

/** What the screens know of one kind of file; everything else is the same for all. */
export interface ImportScreen<B extends ImportRow, R extends StagedRow, P, X> {
  batch: Entity
  row: Entity
  calls: Calls<B, R>
  made: { one: string; many: string }
  /** Where its screen is, and the way back from there. */
  path: string
  title: string
  summary: string
  crumbs: [string, string][]
  /** What can be dropped, in words; a template; the limit. */
  source: { hint: string; template: string; templateName: string; megabytes: number }
  /** What kind of file a text is; null where it is none of ours. */
  formatOf(content: string): string | null
  formatWords(row: { format?: string }): string
  columns: FileColumns
  /** Whether people say which column is which of files of this format. */
  isMapped(format: string): boolean
  labelOf(field: string): string
  /** The first rows as they are understood, so that a wrong column is seen before it is sent. */
  preview(file: ChosenFile, mapping: ColumnMapping): { columns: Column<P>[]; rows: P[] }
  extras: Extras<X> | null
  send(
    sent: { file: ChosenFile; mapping?: ColumnMapping; again: boolean; extras: X },
    key: string,
  ): Promise<{ id: number }>
  tabs: readonly PoolTab[]
  /** The tab somebody should look at first. */
  firstTab(counts: ImportCounts, row: B): string
  /** How many rows would be taken, and what is said of the rest. */
  takeable(counts: ImportCounts): { good: number; waiting: string }
  poolColumns(row: B): PoolColumn<R>[]
  /** Where a row stands and what each rule says of it. */
  RowState: ComponentType<CellProps<R>>
  /** Whether a row may be accepted as it is. */
  isTakeable(row: R): boolean
  wordsOfRow(row: R): string
  undo: { reason: 'needed' | 'optional'; detail: string; tick?: UndoTick }
  /** What stands above the rows while they wait, and once it is done. */
  Waiting?: ComponentType<{ row: B; counts: ImportCounts }>
  Done: ComponentType<{ row: B }>
  /** What other screens show that is out of date after rows were accepted or taken back. */
  forget(): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: the types of a kind are its own; the kit passes them on.
export type AnyScreen = ImportScreen<any, any, any, any>
