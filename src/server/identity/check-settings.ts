import type { z } from 'zod'
import { organisationSettings, settingNamed } from '#domain/identity/organisation-settings.ts'
import type { SettingChoices } from '#domain/identity/setting-calls.ts'
import type { AnyCall } from '#domain/kit/call.ts'
import { nearestWord } from '#domain/kit/nearest-word.ts'
import { badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Handler } from '#server/kit/http/route.ts'

/** Settings whose shape belongs to another room, by name, each with what it asks for. */
export type ForeignSettings = Readonly<Record<string, ForeignSetting>>

export interface ForeignSetting {
  schema: z.ZodType
  asks: string
  /** Whether what a value names is there. */
  isKnown?(conn: Conn, value: unknown): Promise<boolean>
  /** What a value may name, for whoever chooses it. */
  choices?(conn: Conn): Promise<SettingChoices>
  /** Why a value that is right in itself can't hold now; undefined stands for the standard. */
  refusal?(conn: Conn, value: unknown): Promise<string | null>
}

interface SentSetting {
  id?: number
  ids?: number[]
  name?: string
  value?: unknown
}

const NAME = sql<{ name: string }, [id: number]>`
  select name from organisationconfigs where id = $1`

async function nameOf(conn: Conn, { id, name }: SentSetting): Promise<string | undefined> {
  return name ?? (id === undefined ? undefined : (await NAME.one(conn, id))?.name)
}

async function isTaken(conn: Conn, setting: ForeignSetting, value: unknown): Promise<boolean> {
  if (!setting.schema.safeParse(value).success) return false
  return setting.isKnown ? setting.isKnown(conn, value) : true
}

/** A name that nothing reads would be kept for nobody. */
function unknownSetting(name: string, foreign: string[]): string {
  const meant = nearestWord(name, [...Object.keys(organisationSettings), ...foreign])
  return `We don’t have a setting called “${name}”.${meant ? ` Did you mean ${meant}?` : ''}`
}

const STORED = sql<{ name: string; value: unknown }, [ids: number[]]>`
  select lower(name) as name, value from organisationconfigs where id = any($1)`

const storing = ['create', 'update'] as const
const leaving = ['remove', 'restore', 'removeMany'] as const
type Storing = Record<(typeof storing)[number] | (typeof leaving)[number], Handler<AnyCall>>

/** Only settings that something reads are stored, one of another room in the shape it reads. */
export function checkSettings<H extends Storing>(handlers: H, foreign: ForeignSettings): H {
  const foreignNamed = (name: string) => (Object.hasOwn(foreign, name) ? foreign[name] : undefined)
  const checked = (handler: Handler<AnyCall>): Handler<AnyCall> => {
    if (!('write' in handler)) return handler
    return {
      ...handler,
      write: async (ctx, conn, input, reserved) => {
        const name = (await nameOf(conn, input))?.toLowerCase() ?? ''
        const setting = foreignNamed(name)
        if (input.name !== undefined && !settingNamed(name) && !setting)
          throw badField('name', unknownSetting(name, Object.keys(foreign)))
        if (setting && input.value !== undefined && !(await isTaken(conn, setting, input.value)))
          throw badField('value', setting.asks)
        if (input.value !== undefined) await refuse(conn, setting, input.value)
        return handler.write(ctx, conn, input, reserved)
      },
    }
  }
  // A setting that is deleted goes back to its standard, which is a value like any other.
  const left = (verb: (typeof leaving)[number]): Handler<AnyCall> => {
    const handler = handlers[verb]
    if (!('write' in handler)) return handler
    return {
      ...handler,
      write: async (ctx, conn, input: SentSetting, reserved) => {
        const { id, ids = [] } = input
        for (const { name, value } of await STORED.all(conn, id === undefined ? ids : [id, ...ids]))
          await refuse(conn, foreignNamed(name), verb === 'restore' ? value : undefined)
        return handler.write(ctx, conn, input, reserved)
      },
    }
  }
  return {
    ...handlers,
    ...Object.fromEntries(storing.map((verb) => [verb, checked(handlers[verb])])),
    ...Object.fromEntries(leaving.map((verb) => [verb, left(verb)])),
  }
}

async function refuse(conn: Conn, setting: ForeignSetting | undefined, value: unknown) {
  const reason = await setting?.refusal?.(conn, value)
  if (reason) throw badField('value', reason)
}
