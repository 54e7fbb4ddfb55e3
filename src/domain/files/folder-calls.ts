import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { verbActions, verbs } from '#domain/kit/verbs.ts'
import { folder } from './folder.ts'

/** Something that did not come back with its folder, and why. */
export interface LeftBehind {
  name: string
  code: number
  message: string
}

export const folderCalls = {
  ...verbs(folder, { without: ['remove'] }),
  remove: call({
    method: 'DELETE',
    path: '/folder',
    summary: 'Delete a folder that is empty, or with all that is in it; it can be restored',
    policy: { from: folder.access.remove },
    target: folder,
    action: verbActions.remove,
    input: z.strictObject({
      id: idSchema,
      version: z.coerce.number().optional(),
      with_content: z.boolean().optional().describe('Delete the folders and files in it as well'),
    }),
    answers: data<{ id: number }, { folders: number; files: number }>(),
  }),
}
