import { z } from 'zod'

/** What a signature is over, and the headers that carry it; a header that was not sent is empty. */
export interface SignedInput {
  headers: Record<string, string>
  /** The body byte by byte: written anew, it would have another signature. */
  body: Uint8Array
}

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'A body is needed.')

/** The input of a call that another system signs, with what stands in its address. */
export function signedInput<P extends z.ZodRawShape>(inPath: P) {
  return z.strictObject({
    ...inPath,
    headers: z.record(z.string(), z.string()).meta({ description: 'Sent as headers' }),
    body: bytes.meta({ description: 'The whole body, as the other system writes it' }),
  })
}
