import type { PublicLink } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

/** Whom a page reaches, and by which words. */
export interface PageReach {
  broker: string
  customer: string
  invoice_number: string | null
  /** Addresses that mail about it may go to. */
  mail_to: string[]
  /** A page that never opens again. */
  isClosed: boolean
  /** A fresh address of the page. */
  link(ctx: Context): Promise<string>
}

/**
 * The page a customer reads a chat on. Chats know nothing of what else stands on it: whoever has such
 * a page passes it in.
 */
export interface ChatPage {
  /** What its links open, as `public_links` names it. */
  object_class: string
  open(ctx: Context): Promise<PublicLink>
  /** Refuses a page that is closed by now. */
  refuseClosed(conn: Conn, link: PublicLink): Promise<void>
  reach(conn: Conn, id: number): Promise<PageReach>
}
