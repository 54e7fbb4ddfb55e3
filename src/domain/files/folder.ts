import { entity, type Row } from '#domain/kit/entity.ts'
import { ref, text } from '#domain/kit/field.ts'

/** How deep folders lie in each other at most. */
export const MAX_DEPTH = 12

/** How much one deletion takes along at most; more is deleted folder by folder. */
export const MAX_CONTENT = 500

// Not in the specification, which only says that there are folders: our choice.
export const folder = entity({
  name: 'folder',
  plural: 'folders',
  title: 'name',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: {
    name: text().required().unique('nameConflict'),
    parent_id: ref('folder').label('In folder'),
  },
  list: ['name', 'parent_id', 'created_at'],
  form: { Folder: ['name', 'parent_id'] },
  search: ['name'],
  order: 'name',
  // The tree is drawn whole.
  full: true,
})

export type Folder = Row<typeof folder>
