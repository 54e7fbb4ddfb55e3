import { z } from 'zod'
import { type Answers, call } from '#domain/kit/call.ts'
import type { Strokes } from '#domain/kit/drawing.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { type Signature, signature } from './signature.ts'

/** A signature as it is read: what was drawn was checked when it was kept. */
export type DrawnSignature = Omit<Signature, 'strokes'> & { strokes: Strokes | null }

const ownOrNone: Answers<DrawnSignature | null> = { rows: { entity: signature, many: false } }

export const signatureCalls = {
  ...verbs(signature),
  ownDefault: call({
    method: 'GET',
    path: '/signature/default',
    summary: 'Your own default signature',
    policy: { from: 'user' },
    input: z.object({ organisation_id: z.string().optional() }),
    answers: ownOrNone,
  }),
}
