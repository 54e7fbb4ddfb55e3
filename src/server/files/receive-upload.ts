import { z } from 'zod'
import { file } from '#domain/files/file.ts'
import { MAX_FILE_BYTES } from '#domain/files/media-type.ts'
import { createSchema } from '#domain/kit/schema.ts'
import { fileForm, uploadSchema } from '#server/kit/http/uploaded-file.ts'

export const storedFileSchema = createSchema(file).extend({
  content: uploadSchema,
  encrypt: z.enum(['true', 'false', '']).optional(),
})

export const storedFileForm = fileForm({
  file: 'content',
  maxBytes: MAX_FILE_BYTES,
  nameField: 'name',
  json: ['reference_id'],
})
