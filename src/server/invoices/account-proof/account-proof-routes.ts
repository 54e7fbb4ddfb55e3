import { accountProofCalls } from '#domain/invoices/account-proof.ts'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { Problem } from '#domain/kit/problem.ts'
import { shownLookOf } from '#server/files/look-of.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { provedAccount } from './account-proof.ts'

interface Owner {
  name: string
  email: string | null
  phone: string | null
  account: string | null
}

const OWNER = sql<Owner, [id: number]>`
  select coalesce(trading_name, name) as name, email, phone, bank_account_number as account
  from organisations where id = $1 and is_active and deleted_at is null`

const nowhere = { organisation_id: null, user_id: null }

async function readAccount(ctx: Context) {
  const found = await ctx.database.read(nowhere, async (conn) => {
    const proved = await provedAccount(ctx, conn, ctx.request.linkToken ?? '')
    const owner = proved && (await OWNER.one(conn, proved[0]))
    return proved && owner && { proved, owner }
  })
  if (!found) throw new Problem('tokenInvalid')
  const [, account_name, account, invoice_number] = found.proved
  const { name, email, phone } = found.owner
  const scope = { organisation_id: found.proved[0], user_id: null }
  const data = {
    look: await ctx.database.read(scope, shownLookOf),
    broker: { name, email, phone: phone && formatPhone(phone) },
    account_name,
    account_number: formatBankAccount(account),
    invoice_number,
    is_current: account === found.owner.account,
  }
  return { data, headers: { 'x-robots-tag': 'noindex, nofollow' } }
}

/** Anybody with the code of an invoice may ask whether its account is the broker's. */
export const accountProofRoutes: Route[] = [
  ...serve(accountProofCalls, { read: { run: readAccount } }),
]
