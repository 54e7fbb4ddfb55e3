import { z } from 'zod'
import { file } from '#domain/files/file.ts'
import { MAX_FILE_BYTES } from '#domain/files/media-type.ts'
import type { Create } from '#domain/kit/entity.ts'
import { createSchema } from '#domain/kit/schema.ts'
import { uploadSchema } from '#domain/kit/upload.ts'
import { fileForm } from '#server/kit/http/uploaded-file.ts'

/** What a form tells of its file, and the file. */
export type UploadForm = Create<typeof file> & {
  content: z.infer<typeof uploadSchema>
  encrypt?: 'true' | 'false' | '' | undefined
}

// The schema is strict and built from the entity, as the type is.
export const storedFileSchema = createSchema(file).extend({
  content: uploadSchema,
  encrypt: z.enum(['true', 'false', '']).optional(),
}) as unknown as z.ZodType<UploadForm>

export const storedFileForm = fileForm({
  file: 'content',
  maxBytes: MAX_FILE_BYTES,
  nameField: 'name',
  json: ['reference_id'],
})
