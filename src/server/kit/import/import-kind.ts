import type { Entity } from '#domain/kit/entity.ts'
import type { ColumnMapping, FileColumns } from '#domain/kit/import/file-columns.ts'
import type { ImportEntity, ImportOutcome, RowVerdict } from '#domain/kit/import/import-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { StagedRows } from './staged-rows.ts'
import type { Staging } from './staging.ts'

/** A file on its way in, as the server works on it. */
export interface HeldImport {
  id: number
  organisation_id: number
  mapping: ColumnMapping | null
  rows_total: number | null
}

/** A row, known by the line of the file it starts on. */
export interface FileRow {
  row_number: number
}

/** Rows that are only understood together: those of a register, a statement, a contract's day. */
export type Group = number | string

export interface GroupRows {
  group: Group
  rows: number
}

export interface ReadFile<F extends FileRow> {
  rows: F[]
  /** What is to be said of the file as a whole. */
  warnings: string[]
  /** Why nothing can be done with it. */
  problem: string | null
}

/** What stands in the way of taking an import back, in words that follow “because”. */
export interface Obstacle {
  words: string
  counts: Readonly<{ [what: string]: number }>
}

/** Which rows are taken. */
export interface Taking {
  /** What the rules may have said of them. */
  verdicts: readonly string[]
  /** Only these; all of the groups' rows where nobody chose. */
  ids?: ReadonlySet<number> | undefined
}

/**
 * What the server knows of one kind of file. `H` is the file on its way in, `F` a row as the file
 * tells it, `P` the same once it is known what it speaks of.
 */
export interface ImportKind<
  H extends HeldImport,
  F extends FileRow,
  P extends FileRow,
  B extends ImportEntity = ImportEntity,
  R extends Entity = Entity,
> {
  batch: B
  row: R
  made: { one: string; many: string }
  staging: Staging<H>
  staged: StagedRows
  /** What the rules may have said of rows that are taken, by what somebody asked for. */
  taken(asked: { include?: string | undefined }): readonly string[]
  columns: FileColumns | null
  /** Whether a file whose columns nobody knows waits for somebody to say; else it is refused. */
  waitsForColumns: boolean
  /** What the queue calls its work. */
  jobs: { check: string; accept: string; undo: string }
  /** Files of up to so many rows are checked, accepted and taken back within the call. */
  atOnce: number
  /** Whether nothing is taken while any row of the file has an error. */
  isWhole: boolean
  /** Whether the same file comes again as a matter of course; else it has to be said. */
  mayComeAgain: boolean

  /** Reads every row; what is wrong with one is said of it and never stops the rest. */
  read(text: string, held: H, signal: AbortSignal | null): ReadFile<F> | Promise<ReadFile<F>>
  /** Finds what rows speak of. */
  place(conn: Conn, held: H, rows: readonly F[]): Promise<P[]>
  /** Null for a row that can be checked alone. */
  groupOf(row: P): Group | null
  /** What the rules say of rows, as they are staged; the rows of a group come together. */
  check(ctx: Context, conn: Conn, held: H, rows: readonly P[]): Promise<FileRow[]>
  /** Looks at a row anew after somebody changed it, and at those around it, which are answered. */
  mend(ctx: Context, conn: Conn, held: H, id: number): Promise<RowVerdict<R>[]>
  /** Looks at groups anew after some of their rows were left out. */
  recheck(ctx: Context, conn: Conn, held: H, groups: readonly Group[]): Promise<void>
  /** Makes of rows what they are to become; checked once more, for others may have come. */
  accept(
    ctx: Context,
    conn: Conn,
    held: H,
    groups: readonly Group[],
    taking: Taking,
  ): Promise<ImportOutcome>
  /** What follows once an acceptance is through. */
  afterAccept?(ctx: Context, conn: Conn, held: H): Promise<void>
  /** What was made of the file and stands. */
  madeGroups(conn: Conn, id: number): Promise<GroupRows[]>
  /** Why it can't be taken back. */
  obstacle?(conn: Conn, id: number, asked: object): Promise<Obstacle | null>
  /** Takes back what was made of groups. */
  takeBack(
    ctx: Context,
    conn: Conn,
    held: H,
    groups: readonly Group[],
    reason: string | null,
  ): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: the types of a kind are its own; the kit passes them on.
export type AnyKind = ImportKind<any, any, any, any, any>
