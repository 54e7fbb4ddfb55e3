import { z } from 'zod'
import { call, data, file as fileAnswer, row } from '#domain/kit/call.ts'
import type { Create } from '#domain/kit/entity.ts'
import { createSchema, idSchema } from '#domain/kit/schema.ts'
import { type Upload, uploadSchema } from '#domain/kit/upload.ts'
import { listCall, verbs } from '#domain/kit/verbs.ts'
import { type File, file } from './file.ts'

/** How many files one archive holds at most. */
export const MAX_ARCHIVED = 200

/** What a form tells of its file, and the file. */
export type UploadForm = Create<typeof file> & {
  content: Upload
  encrypt?: 'true' | 'false' | '' | undefined
}

/** How far an archive has come that somebody has asked for. */
export interface ArchiveProgress {
  job_id: number
  archive_status: 'waiting' | 'ready' | 'failed'
  files_done: number
  files_total: number
  size_bytes: number | null
  /** Why there is none. */
  problem: string | null
  /** Until when it can be fetched. */
  expires_at: string | null
}

/** A part of an archive that was not taken out, and why. */
export interface RefusedPart {
  name: string
  code: number
  message: string
}

const oneFile = z.strictObject({ file_id: idSchema })
const oneArchive = z.strictObject({ job_id: idSchema })

export const fileCalls = {
  upload: call({
    method: 'PUT',
    path: '/file',
    summary: 'Upload a file of up to 25 MB, with what it hangs on',
    policy: { from: 'user' },
    // The schema is strict and built from the entity, as the type is.
    input: createSchema(file).extend({
      content: uploadSchema,
      encrypt: z.enum(['true', 'false', '']).optional(),
    }) as unknown as z.ZodType<UploadForm, UploadForm>,
    answers: row(file),
  }),
  ...verbs(file, { without: ['create'] }),
  duplicates: listCall(file, '/files/duplicates', {
    summary: 'Files that are here twice: the same bytes, or the same name and size',
  }),
  zip: call({
    method: 'POST',
    path: '/file/zip',
    summary: 'Have several files put into one archive, in place of the one asked for before',
    policy: { from: 'user' },
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(MAX_ARCHIVED) }),
    answers: data<{ job_id: number }>(),
  }),
  zipProgress: call({
    method: 'GET',
    path: '/file/zip',
    summary: 'How far an archive has come that one has asked for',
    policy: { from: 'user' },
    input: oneArchive,
    answers: data<ArchiveProgress>(),
  }),
  zipDownload: call({
    method: 'POST',
    path: '/file/zip/download',
    summary: 'An archive that is ready, for an hour and for whoever has asked for it',
    policy: { from: 'user' },
    sends: 'application/zip',
    replayed: false,
    input: oneArchive,
    answers: fileAnswer,
  }),
  unzip: call({
    method: 'POST',
    path: '/file/unzip',
    summary: 'Take the files out of an archive',
    policy: { from: 'user' },
    input: z.strictObject({ file_id: idSchema }),
    answers: data<File[], { refused: RefusedPart[] }>(),
  }),
  download: call({
    method: 'POST',
    path: '/file/:file_id/download',
    summary: 'A file, to be saved',
    policy: { from: 'user', whileImpersonating: true },
    sends: '*/*',
    target: file,
    replayed: false,
    input: oneFile,
    answers: fileAnswer,
  }),
  view: call({
    method: 'POST',
    path: '/file/:file_id/view',
    summary: 'A PDF or picture, to be looked at',
    policy: { from: 'user', whileImpersonating: true },
    sends: '*/*',
    target: file,
    replayed: false,
    input: oneFile,
    answers: fileAnswer,
  }),
  encrypt: call({
    method: 'POST',
    path: '/file/:file_id/encrypt',
    summary: 'Keep a file encrypted from now on',
    policy: { from: 'user' },
    target: file,
    input: oneFile,
    answers: data<File>(),
  }),
  decrypt: call({
    method: 'POST',
    path: '/file/:file_id/decrypt',
    summary: 'Keep a file as it is again',
    policy: { from: 'user', stepUp: true },
    target: file,
    input: oneFile,
    answers: data<File>(),
  }),
}
