import type { PrintedDocument } from '#domain/kit/document.ts'
import type { DepartureParty, LeavingRow } from '#domain/messaging/departure/departure.ts'
import { type Message, message } from '#domain/messaging/message.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { obstacleOf } from '../departure/obstacle.ts'
import type { DepartureOffice } from '../departure/office.ts'
import { timesTold } from '../departure/times-told.ts'
import type { TemplateSources } from '../template/template-source.ts'
import { resendMessage } from './resend-message.ts'

interface FoundMessage
  extends Pick<Message, 'status' | 'type' | 'direction' | 'recipient' | 'shown_as' | 'deleted_at'> {
  id: number
  version: number
  party_kind: DepartureParty
  party_id: number | null
  party: string | null
}

// It may be for somebody whom nobody knows.
const MESSAGES = sql<FoundMessage, [ids: readonly number[]]>`
  select m.id, m.version, m.status, m.type, m.direction, m.recipient, m.shown_as, m.deleted_at,
    case when m.customer_id is not null then 'customer' when m.partner_id is not null then 'partner'
      when m.supplier_id is not null then 'supplier' else 'customer' end as party_kind,
    coalesce(m.customer_id, m.partner_id, m.supplier_id) as party_id,
    coalesce(c.name_business, c.name, p.name, s.name) as party
  from messages m left join customers c on c.id = m.customer_id
    left join partners p on p.id = m.partner_id left join suppliers s on s.id = m.supplier_id
  where m.id = any($1) order by m.id`

// The page is not kept with the mail that brought an invoice.
const PAGE = sql<{ content: PrintedDocument }, [message_id: number]>`
  select d.content::json as content from messages m
  join invoice_documents d on d.invoice_id = m.invoice_id
  where m.id = $1 and m.attachment_name is not null and m.attachment is null`

function rowOf(ctx: Context, found: FoundMessage, to: string | undefined): LeavingRow {
  const { id, version, party_kind, party_id, party, shown_as, recipient } = found
  const reader = to ?? recipient
  return {
    ...{ id, version, party_kind, party_id, party: party ?? recipient ?? 'Somebody' },
    name: shown_as ?? `Message ${id}`,
    amount: null,
    recipients: reader === null ? [] : [reader],
    warnings: [],
    obstacle: obstacleOf(ctx, message, 'resend', found),
    left_out: null,
  }
}

/** The same words once more: a message of its own, to the same reader or another. */
export const resendDepartures = (sources: TemplateSources) =>
  ({
    message_resend: {
      rows: async (ctx, conn, ids, { to, phone }) => {
        const found = await MESSAGES.all(conn, ids)
        if (found.length < ids.length) throw notFound(message)
        return found.map((one) => rowOf(ctx, one, phone ?? to?.[0]))
      },
      leave: async (ctx, conn, row, { to, phone, isLook }) => {
        await resendMessage(ctx, conn, sources, { ...row, to: phone ?? to?.[0], isLook })
        return null
      },
      document: async (_, conn, id) => (await PAGE.one(conn, id))?.content ?? null,
      timesLeft: timesTold('message', 'resend'),
    },
  }) satisfies Record<string, DepartureOffice>
