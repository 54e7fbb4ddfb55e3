import type { Entity } from '#domain/kit/entity.ts'
import type { ContextName } from '#domain/messaging/template/standards.ts'
import type { MergeValues } from '#domain/messaging/template/template-context.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

/**
 * Where the values of a context are read. Templates know nothing of invoices and contracts: whoever
 * has such records passes in how they are printed.
 */
export interface TemplateSource {
  /** What the record is; whoever may not see it gets no preview of it either. */
  entity: Entity
  /** The values of a record that exists. What opens something is never among them. */
  load(ctx: Context, conn: Conn, id: number): Promise<MergeValues>
}

export type TemplateSources = Partial<Record<ContextName, TemplateSource>>
