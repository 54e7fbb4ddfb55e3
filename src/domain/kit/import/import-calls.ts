import { z } from 'zod'
import type { Role } from '#domain/access/role.ts'
import { type Answers, action, call, data, row } from '#domain/kit/call.ts'
import type { ActionOf, Entity, Fields, Row } from '#domain/kit/entity.ts'
import { accepted, deleted } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { verbs } from '#domain/kit/verbs.ts'
import type { ColumnMapping, FilePreview } from './file-columns.ts'

/** How many rows wait, by what the rules say, and how many are dealt with. */
export type ImportCounts<V extends string = string> = { total: number | null } & {
  [K in V | 'accepted' | 'rejected']: number
}

/** What became of the chosen rows of a file. */
export interface ImportOutcome {
  accepted: number[]
  /** What was there already. */
  rejected: number[]
  refused: { id: number; message: string }[]
}

/** What the rules now say of rows beside the one that was mended. */
export type RowVerdict<R extends Entity = Entity> = Partial<Row<R>> & { id: number }

const chosenRows = z.strictObject({ ids: z.array(idSchema).min(1).max(500) })
const oneImport = z.object({ id: idSchema })

interface Nouns {
  one: string
  many: string
}

interface Kind<B, R, V extends string, C, A, U> {
  batch: B
  row: R
  /** What its rules can say of a row that waits. */
  verdicts: readonly V[]
  /** Who brings files in. */
  from: Role
  /** What its rows become: “reading”, “readings”. */
  made: Nouns
  create: { summary: string; input: C }
  accept: { input: A }
  undo: { input: U }
}

export type ImportEntity = Entity<Fields, 'accept' | 'undo' | 'delete' | 'map'>

/** The calls of one kind of file as a whole. */
export function importCalls<
  B extends ImportEntity,
  V extends string,
  C extends z.ZodType,
  A extends z.ZodType,
  U extends z.ZodType,
>({ batch, from, made, create, accept, undo }: Omit<Kind<B, never, V, C, A, U>, 'row'>) {
  const counts =
    'How many rows of an import wait, by what the rules say, and how many are dealt with'
  return {
    ...verbs(batch, { without: ['create', 'update', 'restore'] }),
    create: call({
      method: 'PUT',
      path: `/${batch.name}`,
      policy: { from },
      answers: row(batch),
      ...create,
    }),
    counts: call({
      method: 'GET',
      path: `/${batch.name}/counts`,
      summary: counts,
      policy: { from: batch.access.read },
      target: batch,
      input: oneImport,
      answers: data<ImportCounts<V>>(),
    }),
    accept: action(batch, 'accept' as ActionOf<B>, {
      summary: `Make ${made.many} of all rows of an import that have no errors`,
      said: `The ${made.many} are being accepted.`,
      status: accepted,
      ...accept,
    }),
    undo: action(batch, 'undo' as ActionOf<B>, {
      summary: `Take back every ${made.one} an import made`,
      said: `The ${made.many} are being taken back.`,
      status: accepted,
      ...undo,
    }),
  }
}

/** The calls of its rows while they wait: read, mended in place, accepted and rejected. */
export function stagedCalls<R extends Entity>({
  row: staged,
  from,
  made,
}: {
  row: R
  from: Role
  made: Nouns
}) {
  const { update, ...reads } = verbs(staged, {
    without: ['create', 'remove', 'removeMany', 'restore'],
  })
  // What the rules now say of its neighbours comes with it, for a screen that shows some.
  const mended: Answers<Row<R>, { neighbours?: RowVerdict<R>[] }> = {
    rows: { entity: staged, many: false },
  }
  return {
    ...reads,
    update: call({ ...update, answers: mended }),
    accept: call({
      method: 'POST',
      path: `/${staged.plural}/accept`,
      summary: `Make ${made.many} of chosen rows of an import`,
      policy: { from },
      input: chosenRows,
      answers: data<ImportOutcome>(),
    }),
    reject: call({
      method: 'POST',
      path: `/${staged.plural}/reject`,
      summary: 'Leave chosen rows of an import out',
      policy: { from },
      input: chosenRows,
      answers: data<{ rejected: number[] }>(),
    }),
  }
}

/** For kinds whose files wait where their headings say nothing to us. */
export function mapCall<B extends ImportEntity, S extends z.ZodType>(batch: B, mapping: S) {
  return action(batch, 'map' as ActionOf<B>, {
    summary: 'Say which column of a file is which; its rows are read then',
    input: z.strictObject({ id: idSchema, mapping }),
    said: 'The columns are known now.',
  })
}

/** What a file that waits for its columns shows of itself. */
export type ColumnProposal = Pick<FilePreview, 'header' | 'sample' | 'mapping'>

/** What somebody of the organisation said of files with the same headings. */
export interface RememberedColumns {
  /** The kind of import that reads them. */
  kind: string
  /** The headings in their order, between strokes. */
  heading: string
  mapping: ColumnMapping
  used_at: string
}

const columnsOfFile = {
  kind: storableText(60, 'Say what kind of file it is.'),
  heading: storableText(1000, 'Say what its headings are.'),
}

/** Which column is which, as somebody of the organisation said it of such a file before. */
export const importColumnsCalls = {
  get: call({
    method: 'GET',
    path: '/importcolumns',
    summary: 'Which column is which in files with these headings, as somebody said it before',
    policy: { from: 'user' },
    input: z.object(columnsOfFile),
    answers: data<{ mapping: ColumnMapping | null }>(),
  }),
  list: call({
    method: 'GET',
    path: '/importcolumns/remembered',
    summary: 'Each kind of file whose columns somebody has said, and what they said',
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<RememberedColumns[]>(),
  }),
  forget: call({
    method: 'DELETE',
    path: '/importcolumns',
    summary: 'Forget what somebody said of files with these headings: the next one is asked about',
    policy: { from: 'manager' },
    input: z.object(columnsOfFile),
    status: deleted,
    answers: data<RememberedColumns>(),
  }),
}
