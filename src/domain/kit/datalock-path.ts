import { z } from 'zod'
import { idSchema } from './schema.ts'

export interface LockPath {
  object_path: string
  object_class: string | null
  object_id: number | null
}

const PATH = /^\/app(\/[a-z0-9-]{1,40}){1,4}$/

/** The route with its id and nothing else, so that tabs and filters do not make another lock. */
export const lockPathSchema = z
  .string({ error: 'The path of the page is needed.' })
  .max(300)
  .transform((raw, ctx): LockPath => {
    const [pathname = '', query = ''] = raw.split('#', 1)[0]?.split('?') ?? []
    const id = idSchema.safeParse(/(?:^|&)id=([^&]*)/.exec(query)?.[1])
    if (!PATH.test(pathname) || (query.includes('id=') && !id.success)) {
      const message = 'A lock is for a page of ours, such as /app/customer/edit?id=1.'
      ctx.issues.push({ code: 'custom', message, input: raw })
      return z.NEVER
    }
    const words = pathname.split('/').slice(2)
    const object_class = (words[0] === 'admin' ? words[1] : words[0]) ?? null
    return {
      object_path: id.success ? `${pathname}?id=${id.data}` : pathname,
      object_class,
      object_id: id.success ? id.data : null,
    }
  })
