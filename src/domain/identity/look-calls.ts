import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import type { ShownLook } from '#domain/kit/shown.ts'
import { uploadSchema } from '#domain/kit/upload.ts'

export const MAX_LOGO_BYTES = 100_000
/** In pixels: twice what print needs. */
export const MAX_LOGO = { width: 1200, height: 600 }

/** A picture that can be the organisation's logo, by what the setting calls it. */
export interface UploadedLogo {
  logo: string
  width: number
  height: number
}

export const lookCalls = {
  upload: call({
    method: 'PUT',
    path: '/logo',
    summary: 'Upload a picture for the setting look_logo: PNG or JPEG, up to 100 kB, 1200 × 600',
    policy: { from: 'admin' },
    input: z.strictObject({ content: uploadSchema }),
    answers: data<UploadedLogo>(),
  }),
  look: call({
    method: 'GET',
    path: '/look',
    summary: 'How papers, mails and pages of the organisation look, its logo as data',
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<ShownLook>(),
  }),
}
