import type { Entity } from '#domain/kit/entity.ts'
import type { ImportState, ImportWork } from '#domain/kit/import/import-machine.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { sealWhole, unseal } from '#server/kit/rows/seal.ts'
import type { HeldImport } from './import-kind.ts'
import { refusingSecondTime } from './refuse-second-time.ts'

export interface Staged {
  batch: Entity
  row: Entity
  /** The column of a row by which rows are checked and taken together. */
  group: string
  /** The column that holds what the rules say, and what they can say. */
  verdict: string
  verdicts: readonly string[]
  /** Further columns of the batch that its kind works with. */
  held: readonly string[]
  /** For files of account numbers: the text waits sealed, and is gone once it was read. */
  isSealed?: boolean
}

/** The pieces of a kind's own names that its statements are written with. */
export function namesOf({ batch, row, group, verdict }: Staged) {
  const piece = (text: string): Fragment => ({ fragment: text })
  return {
    batches: piece(batch.plural),
    rows: piece(row.plural),
    files: piece(`${batch.name}_files`),
    batch_id: piece(`${batch.name}_id`),
    group: piece(group),
    verdict: piece(verdict),
  }
}

interface ImportAtWork {
  id: number
  import_status: ImportWork
}

/** What the server keeps of files of one kind; it is its own and makes no new version of them. */
export function staging<H extends HeldImport>(kind: Staged) {
  const { batches, rows, files, batch_id, verdict } = namesOf(kind)
  const held = { fragment: ['id', 'organisation_id', 'mapping', 'rows_total', ...kind.held].join() }
  const HOLD = sql<H, [id: number, import_status: ImportState]>`
    select ${held} from ${batches}
    where id = $1 and import_status = $2 and deleted_at is null for no key update`
  const counted = kind.verdicts.filter((one) => kind.batch.fields[`rows_${one}`])
  const sets = counted.map((one) => `, rows_${one} = c.${one}`).join('')
  const counts = counted.map((one) => waiting(verdict, one)).join('')
  const COUNT = sql<never, [id: number]>`
    update ${batches} i set rows_done = c.done, rows_accepted = c.accepted,
      rows_rejected = c.rejected ${{ fragment: sets }}
    from (select count(*) as done, count(*) filter (where staged_status = 'accepted') as accepted,
        count(*) filter (where staged_status = 'rejected') as rejected ${{ fragment: counts }}
      from ${rows} where ${batch_id} = $1 and deleted_at is null) c
    where i.id = $1`
  const FINISH = sql<never, [id: number]>`
    update ${batches} i set import_status = case when exists (select from ${rows} s
        where s.${batch_id} = $1 and s.staged_status = 'waiting' and s.deleted_at is null)
      then 'ready' else 'done' end
    where i.id = $1 and i.import_status in ('accepting', 'ready')`
  const SETTLE = sql<
    never,
    [id: number, from: ImportWork, to: ImportState, message: string | null]
  >`update ${batches} set import_status = $3, message = coalesce($4, message)
    where id = $1 and import_status = $2`
  const AT_WORK = sql<ImportAtWork, [organisation_id: number]>`
    select id, import_status from ${batches} where organisation_id = $1 and deleted_at is null
      and import_status in ('checking', 'accepting', 'undoing') order by id`
  const NOTE = sql<never, [id: number, rows_total: number, message: string | null]>`
    update ${batches} set rows_total = $2, message = $3 where id = $1`
  const column = kind.isSealed ? fragment`sealed_content` : fragment`content`
  const KEEP_FILE = sql<never, [id: number, organisation_id: number | null, content: string]>`
    insert into ${files} (${batch_id}, organisation_id, ${column}) values ($1, $2, $3)`
  // What an earlier release keeps beside this one it keeps in clear.
  const found = kind.isSealed ? fragment`coalesce(sealed_content, content)` : column
  const CONTENT = sql<{ content: string }, [id: number]>`
    select ${found} as content from ${files} where ${batch_id} = $1`
  const FORGET_FILE = sql<never, [id: number]>`delete from ${files} where ${batch_id} = $1`
  return {
    kind,
    refuseSecondTime: refusingSecondTime(kind.batch),
    /**
     * Holds the import until the transaction ends, so that two runs of one job and the people beside
     * them take turns. Null when it is in another state by now: there is nothing left to do.
     */
    hold: async (conn: Conn, id: number, status: ImportState): Promise<H | null> =>
      (await HOLD.one(conn, id, status)) ?? null,
    /** Keeps the counts people watch. */
    count: (conn: Conn, id: number) => COUNT.run(conn, id),
    /** An import is done once no row waits; while one does, somebody may still mend it. */
    finish: (conn: Conn, id: number) => FINISH.run(conn, id),
    /** Ends the server's own work on an import. */
    settle: async (
      conn: Pick<Conn, 'query'>,
      id: number,
      from: ImportWork,
      to: ImportState,
      message: string | null = null,
    ) => {
      await SETTLE.run(conn, id, from, to, message)
      // Its rows wait by now, or nothing can be made of it.
      if (from === 'checking' && kind.isSealed) await FORGET_FILE.run(conn, id)
    },
    /** Which of them the server works on, or did when it was stopped. */
    atWork: (conn: Pick<Conn, 'query'>, organisation_id: number) =>
      AT_WORK.all(conn, organisation_id),
    /** How many rows the file has, and what is to be said of it as a whole. */
    note: (conn: Conn, id: number, rows_total: number, warnings: readonly string[]) =>
      NOTE.run(conn, id, rows_total, warnings.join(' ').slice(0, 1000) || null),
    keepFile: ({ actor, config }: Context, conn: Conn, id: number, content: string) => {
      const kept = kind.isSealed ? sealWhole(config.secrets.fields, content) : content
      return KEEP_FILE.run(conn, id, actor.organisation_id, kept)
    },
    contentOf: async ({ config }: Context, conn: Conn, id: number) => {
      const content = (await CONTENT.one(conn, id))?.content ?? ''
      return content.startsWith('|v1.') ? unseal(config.secrets.fields, content) : content
    },
  }
}

export type Staging<H extends HeldImport = HeldImport> = ReturnType<typeof staging<H>>

function waiting(verdict: Fragment, value: string): string {
  const { fragment: rule } = fragment`${verdict} = ${value} and staged_status = 'waiting'`
  return `, count(*) filter (where ${rule}) as ${value}`
}
