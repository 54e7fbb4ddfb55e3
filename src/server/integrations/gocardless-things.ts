import { z } from 'zod'
import { DebitTrouble } from './direct-debit.ts'
import { type AskGocardless, notUnderstood } from './gocardless-calls.ts'
import { type Kind, kinds, type Thing } from './gocardless-shapes.ts'
import { MadeBefore } from './gocardless-trouble.ts'

const PAGE = '500'
const MAX_PAGES = 200

const shapes: { [K in Kind]: z.ZodType<Thing<K>> } = kinds
const pageEnd = z.object({ meta: z.object({ cursors: z.object({ after: z.string().nullish() }) }) })

/** A thing to be made, with the key by which a second call makes nothing. */
interface NewThing<K extends Kind> {
  key: string
  fields: object
  /** Whether what is there already is what is asked for; not given where it cannot be fetched. */
  isSame?: (there: Thing<K>) => boolean
}

/** The things of one account by their kinds; each comes in an envelope that has the kind's name. */
export function thingsOf(ask: AskGocardless) {
  const one = async <K extends Kind>(kind: K, id: string): Promise<Thing<K>> =>
    opened(kind, shapes[kind], await ask('GET', pathOf(kind, id)))

  return {
    one,

    /** All of them, in the order they come in: the newest first. */
    async all<K extends Kind>(kind: K, query: Record<string, string>): Promise<Thing<K>[]> {
      const found: Thing<K>[] = []
      let after: string | undefined
      for (let pages = 0; pages < MAX_PAGES; pages++) {
        const asked = { ...query, limit: PAGE, ...(after === undefined ? {} : { after }) }
        const page = await ask('GET', `/${kind}`, { query: asked })
        found.push(...opened(kind, z.array(shapes[kind]), page))
        const { cursors } = understood(pageEnd, page).meta
        if (!cursors.after || cursors.after === after) return found
        after = cursors.after
      }
      throw new DebitTrouble('unknown', 'The pages of GoCardless have no end.')
    },

    async make<K extends Kind>(kind: K, thing: NewThing<K>): Promise<Thing<K>> {
      const { key, fields, isSame } = thing
      try {
        const made = await ask('POST', `/${kind}`, { body: { [kind]: fields }, key })
        return opened(kind, shapes[kind], made)
      } catch (error) {
        if (!isSame || !(error instanceof MadeBefore)) throw error
        const there = await one(kind, error.resource_id)
        if (isSame(there)) return there
        throw error
      }
    },

    async change<K extends Kind>(kind: K, id: string, fields: object): Promise<void> {
      await ask('PUT', pathOf(kind, id), { body: { [kind]: fields } })
    },

    async act<K extends Kind>(kind: K, id: string, action: string): Promise<Thing<K>> {
      const path = `${pathOf(kind, id)}/actions/${action}`
      return opened(kind, shapes[kind], await ask('POST', path, { body: { data: {} } }))
    },
  }
}

export type Things = ReturnType<typeof thingsOf>

const pathOf = (kind: Kind, id: string) => `/${kind}/${encodeURIComponent(id)}`

/** What is in the envelope. */
function opened<T>(kind: Kind, shape: z.ZodType<T>, answer: unknown): T {
  const envelope = understood(z.record(z.string(), z.unknown()), answer)
  return understood(shape, envelope[kind])
}

function understood<T>(shape: z.ZodType<T>, answer: unknown): T {
  const read = shape.safeParse(answer)
  if (read.success) return read.data
  throw notUnderstood()
}
