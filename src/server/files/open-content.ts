import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type File, file } from '#domain/files/file.ts'
import { Problem } from '#domain/kit/problem.ts'
import { requireDebitDetails } from '#server/identity/debit-details.ts'
import { type Conn, sqlStateOf } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { refuseBeyondReach } from '#server/kit/rows/within-reach.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { belongsTo } from './add-file.ts'
import { openedPieces } from './envelope.ts'
import { fileRights } from './file-rights.ts'
import { fileStoreOf } from './file-store.ts'
import { bytesOf } from './stored-bytes.ts'

/** What it takes to find bytes, to open them and to know that they are whole. */
export interface StoredContent {
  size_bytes: number
  sha256: string
  stored_sha256: string
  wrapped_key: Buffer | null
}

export interface KnownFile extends StoredContent {
  id: number
  name: string
  media_type: string
  virus_check: File['virus_check']
  folder_id: number | null
  reference_object: File['reference_object']
  reference_id: number | null
}

const KNOWN_FILE = sql<KnownFile, [id: number, organisation_id: number | null]>`select f.id, f.name,
    f.media_type, f.size_bytes, f.sha256, f.folder_id, f.reference_object, f.reference_id,
    f.virus_check, c.stored_sha256, c.wrapped_key
  from files f join file_contents c on c.file_id = f.id
  where f.id = $1 and f.organisation_id = $2`

/** How a file leaves: to be kept, or to be looked at. */
type Opening = 'download' | 'view'

/** A file the caller may open now; that they did is told in its history. */
export async function admittedFile(
  ctx: Context,
  conn: Conn,
  id: number,
  how: Opening = 'download',
): Promise<KnownFile> {
  const known = await knownFile(ctx, conn, id)
  if (!known) throw notFound(file)
  await refuseBeyondReach(ctx, conn, file, [id])
  refuseQuarantined(known)
  const isForm = await isSignedForm(ctx, conn, id)
  const opened = { object_class: 'file', object_id: id }
  if (!known.wrapped_key) {
    await recordHistory(conn, ctx, { ...opened, action: how })
    return known
  }
  if (ctx.actor.impersonator_id !== null) throw new Problem('impersonating')
  if (!isForm && !(await fileRights(ctx, conn)).can_decrypt) throw new Problem('forbidden')
  await recordHistory(conn, ctx, { ...opened, action: 'unmask' })
  return known
}

const SIGNED_FORM = sql<{ customer_id: number }, [id: number]>`
  select customer_id from mandates where consent_file_id = $1`

/**
 * The form that an authority was signed on shows the whole number of the account: whoever may see that
 * opens it, encrypted as it lies, and nobody else.
 */
async function isSignedForm(ctx: Context, conn: Conn, id: number): Promise<boolean> {
  const signed = await SIGNED_FORM.all(conn, id)
  for (const { customer_id } of signed) await requireDebitDetails(ctx, conn, customer_id)
  return signed.length > 0
}

/** Whether an authority rests on it. */
export async function isEvidence(conn: Conn, id: number): Promise<boolean> {
  return (await SIGNED_FORM.one(conn, id)) !== undefined
}

export function knownFile(ctx: Context, conn: Conn, id: number): Promise<KnownFile | undefined> {
  return KNOWN_FILE.one(conn, id, ctx.actor.organisation_id)
}

/** What the virus check has not cleared stays closed. */
export function refuseQuarantined({ virus_check }: Pick<KnownFile, 'virus_check'>): void {
  if (virus_check !== 'waiting' && virus_check !== 'infected') return
  const [reason, instead] =
    virus_check === 'waiting'
      ? ['it is waiting for its virus check', 'Try again in a few minutes.']
      : ['the virus check found something in it', 'Delete it, and ask for a clean one.']
  throw new Problem('notPossible', { fill: { action: 'open', reason, instead } })
}

/** A file whose every byte has been seen to be as it was stored. */
export interface ProvedFile {
  crc: number
  open(): AsyncGenerator<Buffer>
}

/**
 * Reads a file through before its first byte leaves: what is missing or damaged is said in words, and
 * never by an answer that breaks off.
 */
export async function provedFile(ctx: Context, known: StoredContent): Promise<ProvedFile> {
  const open = () => contentOf(ctx, known, () => undefined)
  const stored = createHash('sha256')
  let crc = 0
  let size = 0
  try {
    for await (const piece of contentOf(ctx, known, (bytes) => stored.update(bytes))) {
      crc = crc32(piece, crc)
      size += piece.length
    }
  } catch (error) {
    if (sqlStateOf(error) === 'ENOENT') throw notFound(file)
    // What is left is a key that does not fit, or a tag that does not.
    if (error instanceof Problem || isOfDisk(error)) throw error
    throw damaged()
  }
  const isAsStored = stored.digest('hex') === known.stored_sha256
  if (!isAsStored || size !== known.size_bytes) throw damaged()
  return { crc, open }
}

/** EACCES, EIO and their like, of a disk or a store, which say nothing about the bytes. */
const isOfDisk = (error: unknown) => /^E[A-Z0-9]+$/.test(sqlStateOf(error) ?? '')

function damaged(): Problem {
  const instead = 'Ask a platform admin to bring it back from a backup.'
  const reason = 'its bytes are no longer what was stored'
  return new Problem('notPossible', { fill: { action: 'open', reason, instead } })
}

/** To whoever asked: the next piece is read when the last but one has left. */
export function streamOf(pieces: AsyncIterable<Buffer>): Readable {
  return Readable.from(pieces, { highWaterMark: 2 })
}

/** As it was sent, a piece at a time; what is stored is looked at on its way. */
async function* contentOf(
  ctx: Context,
  known: StoredContent,
  look: (stored: Buffer) => void,
): AsyncGenerator<Buffer> {
  const { wrapped_key, stored_sha256 } = known
  const store = fileStoreOf(ctx.config)
  const pieces = lookedAt(store.pieces(bytesOf(ctx, stored_sha256)), look)
  if (!wrapped_key) yield* pieces
  else {
    const keys = ctx.config.secrets.fields
    yield* openedPieces(keys, { pieces, wrapped_key }, belongsTo(ctx, known.sha256))
  }
}

async function* lookedAt(
  pieces: AsyncIterable<Buffer>,
  look: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    look(piece)
    yield piece
  }
}

/** The same for several, before the first byte leaves. */
export async function admittedFiles(
  ctx: Context,
  conn: Conn,
  ids: number[],
  how?: Opening,
): Promise<KnownFile[]> {
  const known: KnownFile[] = []
  for (const id of new Set(ids)) known.push(await admittedFile(ctx, conn, id, how))
  return known
}
