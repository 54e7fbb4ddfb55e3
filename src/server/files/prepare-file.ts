import { rename } from 'node:fs/promises'
import type { File } from '#domain/files/file.ts'
import type { MediaType } from '#domain/files/media-type.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { checkForViruses } from '#server/integrations/clamd.ts'
import { type Spooled, spool } from '#server/kit/http/spool.ts'
import type { Config } from '#server/kit/start/config.ts'
import { type ByteReader, piecesOf, withReader } from './byte-reader.ts'
import { detectType } from './detect-type.ts'
import { type Piece, plainPicture } from './plain-picture.ts'

/** A file that may be taken in, as it will be kept. */
export interface PreparedFile extends Spooled {
  media_type: MediaType
  virus_check: File['virus_check']
}

const prepared = new WeakMap<Spooled, Promise<PreparedFile>>()

interface GivenFile {
  place: Spooled
  name: string
  /** What was said of the archive it comes from, which was looked through as a whole. */
  virus_check?: File['virus_check']
}

/**
 * Everything about a file that its bytes decide: its kind, what of a picture is kept, whether it may
 * be opened. Done once, before anything is locked for it.
 */
export function prepareFile(config: Config, given: GivenFile): Promise<PreparedFile> {
  const known = prepared.get(given.place) ?? prepareAnew(config, given)
  prepared.set(given.place, known)
  return known
}

async function prepareAnew(
  config: Config,
  { place, name, virus_check }: GivenFile,
): Promise<PreparedFile> {
  if (place.size === 0) throw badField('content', 'That file is empty.')
  const media_type = await withReader(place.path, (reader) => detectType(reader, name))
  if (!media_type) throw new Problem('unsupportedMedia')
  const checked = virus_check === undefined ? await virusCheck(config, place) : virus_check
  const plain = await withReader(place.path, (reader) => plainly(config, reader, media_type))
  if (!plain) return { ...place, media_type, virus_check: checked }
  await rename(plain.path, place.path)
  return { ...plain, path: place.path, media_type, virus_check: checked }
}

/** Without a scanner nothing is said; one that does not answer leaves the file closed. */
async function virusCheck({ clamavUrl }: Config, { path }: Spooled): Promise<File['virus_check']> {
  if (!clamavUrl) return null
  const check = await withReader(path, (reader) => checkForViruses(clamavUrl, piecesOf(reader)))
  if (check.outcome === 'infected') {
    const message = `We can't take that file. The virus check found ${check.found} in it.`
    throw new Problem('unsupportedMedia', { message })
  }
  return check.outcome === 'clean' ? 'clean' : 'waiting'
}

/** A picture without its notes; null where it has none. */
async function plainly(
  config: Config,
  reader: ByteReader,
  media_type: MediaType,
): Promise<Spooled | null> {
  const pieces = await plainPicture(reader, media_type)
  if (!pieces) throw new Problem('unsupportedMedia')
  const kept = pieces.reduce(
    (sum, piece) => sum + (isStretch(piece) ? piece.to - piece.from : 0),
    0,
  )
  return kept === reader.size ? null : spool(config, bytesOf(reader, pieces))
}

const isStretch = (piece: Piece): piece is { from: number; to: number } => !Buffer.isBuffer(piece)

async function* bytesOf(reader: ByteReader, pieces: Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (isStretch(piece)) yield* piecesOf(reader, piece.from, piece.to)
    else yield piece
  }
}
