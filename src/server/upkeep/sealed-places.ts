import { entities } from '#domain/entities.ts'
import { type Entity, fieldsWith } from '#domain/kit/entity.ts'

/** A table with columns of `mask|sealed`. */
export interface SealedPlace {
  table: string
  idType: 'bigint' | 'uuid'
  columns: readonly string[]
  /** Its rows are seen in their organisation's scope only. */
  isScoped: boolean
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
  { table: 'sessions', idType: 'uuid', columns: ['bind_sealed'], isScoped: false },
]

function placeOf(entity: Entity): SealedPlace[] {
  const columns = masked(entity).map(([name]) => name)
  if (columns.length === 0) return []
  const isScoped = entity.scope === 'organisation'
  return [{ table: entity.plural, idType: 'bigint', columns, isScoped }]
}
