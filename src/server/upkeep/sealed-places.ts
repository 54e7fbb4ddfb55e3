import { entities } from '#domain/entities.ts'
import { type Entity, fieldsWith } from '#domain/kit/entity.ts'

/** A table with columns of `mask|sealed`. */
export interface SealedPlace {
  table: string
  /** What a row is known by, unless it has a number of its own. */
  id?: string
  idType: 'bigint' | 'uuid'
  columns: readonly string[]
  /** Its rows are seen in their organisation's scope only. */
  isScoped: boolean
  /** How many rows are held at once, where they are large. */
  batch?: number
}

const masked = fieldsWith(({ options }) => options.masked === true)

/** Everything that is sealed with the field key, but for the keys of files. */
export const sealedPlaces: readonly SealedPlace[] = [
  ...entities.flatMap(placeOf),
  {
    table: 'payee_account_events',
    idType: 'bigint',
    columns: ['from_number', 'from_swift', 'to_number', 'to_swift'],
    isScoped: true,
  },
  { table: 'users', idType: 'bigint', columns: ['totp_secret'], isScoped: false },
  { table: 'signing_keys', idType: 'bigint', columns: ['private_key'], isScoped: false },
  { table: 'webhook_secrets', idType: 'bigint', columns: ['secret'], isScoped: true },
  { table: 'bankfeeds', idType: 'bigint', columns: ['user_token'], isScoped: true },
  {
    table: 'ddconnections',
    idType: 'bigint',
    columns: ['token', 'webhook_secret', 'former_webhook_secret'],
    isScoped: true,
  },
  // Whole files, of up to 20 MB.
  {
    table: 'bankimport_files',
    id: 'bankimport_id',
    idType: 'bigint',
    columns: ['sealed_content'],
    isScoped: true,
    batch: 1,
  },
  { table: 'ddcalls', idType: 'bigint', columns: ['sealed_input'], isScoped: true },
  { table: 'messages', idType: 'bigint', columns: ['sealed_words'], isScoped: true },
  { table: 'mails', idType: 'bigint', columns: ['links'], isScoped: false },
  { table: 'sessions', idType: 'uuid', columns: ['bind_sealed'], isScoped: false },
]

/** A table with keys of bytes in the file store, each wrapped for the bytes it opens. */
export interface WrappedPlace {
  name: string
  table: string
  id: string
  /** The fingerprint of what was sealed. */
  sha256: string
}

export const wrappedPlaces: readonly WrappedPlace[] = [
  {
    name: 'file keys',
    table: 'file_contents',
    id: 'file_id',
    sha256: '(select f.sha256 from files f where f.id = c.file_id)',
  },
  { name: 'archive keys', table: 'file_archives', id: 'id', sha256: 'c.sha256' },
  { name: 'export keys', table: 'export_parts', id: 'id', sha256: 'c.packed_sha256' },
]

function placeOf(entity: Entity): SealedPlace[] {
  const columns = masked(entity).map(([name]) => name)
  if (columns.length === 0) return []
  const isScoped = entity.scope === 'organisation'
  return [{ table: entity.plural, idType: 'bigint', columns, isScoped }]
}
