import { sign, verify } from 'node:crypto'
import { z } from 'zod'
import type { InvoiceFacts } from '#domain/invoices/invoice-document.ts'
import { addressOf } from '#server/identity/mail-texts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { signingKey } from './signing-key.ts'

const signedAccount = z.tuple([
  z.int().positive(), // the organisation
  z.string().max(200), // the account's name
  z.string().max(40), // its number
  z.string().max(60), // the invoice's number
])
type SignedAccount = z.infer<typeof signedAccount>

// Short, because all of it has to fit into a code that a phone can read from paper.
const SHAPE = /^([\w-]{10,600})\.([\w-]{86})$/

/**
 * The address behind the code on an invoice: the account money goes to, signed. Whoever forges an
 * invoice can print another account, but no code that says it is ours.
 */
export async function accountProofAddress(
  ctx: Context,
  conn: Conn,
  { organisation, invoice }: InvoiceFacts,
): Promise<string | undefined> {
  const { bank_account_number: number, bank_account_name, name } = organisation
  const { organisation_id } = ctx.actor
  if (!number || !invoice.invoice_number || organisation_id === null) return undefined
  const told: SignedAccount = [
    organisation_id,
    bank_account_name ?? name,
    number,
    invoice.invoice_number,
  ]
  const body = Buffer.from(JSON.stringify(told))
  const { privateKey } = await signingKey(keyPlace(ctx), conn)
  const token = `${body.toString('base64url')}.${sign(null, body, privateKey).toString('base64url')}`
  return addressOf(ctx.config, `/account/#${token}`)
}

/** What a token says, if we have signed it. */
export async function provedAccount(
  ctx: Context,
  conn: Conn,
  token: string,
): Promise<SignedAccount | undefined> {
  const [, text, signature] = SHAPE.exec(token) ?? []
  if (!text || !signature) return undefined
  const body = Buffer.from(text, 'base64url')
  const { publicKey } = await signingKey(keyPlace(ctx), conn)
  if (!verify(null, body, publicKey, Buffer.from(signature, 'base64url'))) return undefined
  return signedAccount.parse(JSON.parse(body.toString('utf8')))
}

const keyPlace = ({ database, config }: Context) => ({ database, fields: config.secrets.fields })
