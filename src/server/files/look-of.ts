import { DEMONSTRATION_MARK } from '#domain/identity/demonstration-calls.ts'
import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import type { Look } from '#domain/kit/look.ts'
import type { ShownLook } from '#domain/kit/shown.ts'
import { settingsOf } from '#server/identity/setting.ts'
import { waitLong } from '#server/kit/apart/run-apart.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { drawApart } from '#server/kit/print/draw-apart.ts'
import { type Pictures, renderPdf } from '#server/kit/print/render-pdf.ts'

interface Logo {
  sha256: string
  media_type: string
  bytes: Buffer
}

const LOGOS = sql<Logo, [sha256: readonly string[]]>`
  select sha256, media_type, bytes from logos where sha256 = any($1)`.named('logos')

/** How everything looks that customers of the organisation in scope get from now on. */
export async function lookOf(conn: Conn): Promise<Look> {
  const {
    look_logo: logo,
    look_colour: colour,
    look_footer: footer,
  } = await settingsOf(conn, ['look_logo', 'look_colour', 'look_footer'])
  return { logo: logo || null, colour, footer }
}

/** A document as the organisation's papers look now; from then on it keeps that look. */
export async function inLook(conn: Conn, document: PrintedDocument): Promise<PrintedDocument> {
  return inMark(conn, { ...document, look: await lookOf(conn) })
}

/** Nobody takes a paper of a demonstration for a real one. */
export async function inMark(conn: Conn, document: PrintedDocument): Promise<PrintedDocument> {
  const own = await SHOWN.one(conn)
  if (!own?.is_demonstration) return document
  // A draft of a demonstration is a draft as well.
  const marks = [document.mark, DEMONSTRATION_MARK].filter((mark) => mark !== undefined)
  return { ...document, mark: [...new Set(marks)].join(' · ') }
}

/** The bytes of a document with the pictures it was made with; a long one is drawn apart. */
export async function drawPaper(conn: Conn, document: PrintedDocument): Promise<Buffer> {
  const pictures = await picturesOf(conn, [document])
  if (isLong(document)) await waitLong(conn)
  return drawWith(document, pictures)
}

/** The same outside of any transaction, with pictures that were read before. */
export const drawWith = (
  document: PrintedDocument,
  pictures: Pictures,
  signal?: AbortSignal,
): Promise<Buffer> =>
  isLong(document) ? drawApart(document, pictures, signal) : renderPdf(document, pictures)

/** Whether drawing takes so long that nobody should be kept waiting for it. */
export const isLong = (document: PrintedDocument): boolean => rowsIn(document) >= LONG

// So many rows take a server as long as any call may keep it from the others.
const LONG = 200

const rowsIn = ({ sections }: PrintedDocument): number =>
  sections
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 0), 0)

/** The pictures that documents were made with. */
export async function picturesOf(
  conn: Conn,
  documents: readonly PrintedDocument[],
): Promise<Pictures> {
  const asked = documents.flatMap(({ look }) => look?.logo ?? [])
  if (asked.length === 0) return new Map()
  const found = await LOGOS.all(conn, [...new Set(asked)])
  return new Map(found.map(({ sha256, bytes }) => [sha256, bytes]))
}

const SHOWN = sql<{ name: string; is_demonstration: boolean }, []>`
  select coalesce(trading_name, name) as name, demonstration_number is not null as is_demonstration
  from organisations where id = scope_organisation()`.named('name_of_broker')

interface WholeLook {
  look: Look
  name: string
  is_demonstration: boolean
  logo: Logo | null
}

/** The look with its picture and whose it is, for mails and pages. */
export async function wholeLook(conn: Conn): Promise<WholeLook> {
  const [look, shown] = await Promise.all([lookOf(conn), SHOWN.one(conn)])
  const [logo] = look.logo ? await LOGOS.all(conn, [look.logo]) : []
  const { name = '', is_demonstration = false } = shown ?? {}
  return { look, name, is_demonstration, logo: logo ?? null }
}

/** The look as pages behind links show it. */
export async function shownLookOf(conn: Conn): Promise<ShownLook> {
  const { look, name, logo, is_demonstration } = await wholeLook(conn)
  const { colour, footer } = look
  return {
    name,
    is_demonstration,
    logo: logo && `data:${logo.media_type};base64,${logo.bytes.toString('base64')}`,
    colour,
    footer,
  }
}

/** The setting takes a picture that the organisation has uploaded, or none. */
export const logoSetting = {
  ...organisationSettings.look_logo,
  isKnown: async (conn: Conn, value: unknown) =>
    value === '' || (await LOGOS.all(conn, [String(value)])).length > 0,
}
