import { strokesSchema } from '#domain/kit/drawing.ts'
import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, json, name, ref } from '#domain/kit/field.ts'

/** A signature of a member of staff, or the one a customer gave under a contract. */
export const signature = entity({
  name: 'signature',
  plural: 'signatures',
  title: 'name',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: {
    name: name(200).label('Name as signed'),
    signature_type: choice('typed', 'drawn').required().initially('typed').label('Kind'),
    strokes: json().label('Drawing'),
    is_default: flag().label('Used by default'),
    user_id: ref('user').readonly(),
    contract_id: ref('contract').readonly().part(),
  },
  list: ['name', 'signature_type', 'is_default', 'user_id', 'contract_id', 'created_at'],
  form: { Signature: ['name', 'signature_type', 'strokes', 'is_default'] },
  search: ['name'],
  order: '-created_at',
  check: ({ signature_type, strokes }) => {
    const isTyped = signature_type !== 'drawn' && (strokes ?? null) === null
    if (isTyped || strokesSchema.safeParse(strokes).success) return []
    return [{ field: 'strokes', code: 'bad_request', message: 'Please draw your signature.' }]
  },
})

export type Signature = Row<typeof signature>
