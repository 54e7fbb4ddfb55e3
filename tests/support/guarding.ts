import { expect } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import type { Client } from './client.ts'
import { mailsTo } from './mailed-link.ts'
import { type Person, scope, type World } from './world.ts'

export const guardCode = 'Kererū-22'
export const account = makeBankAccount('12', '3113', 4711)

/** Gives somebody the two permissions over direct debit details, or takes them. */
export async function permit(
  world: World,
  person: Person,
  { view = false, set = false }: { view?: boolean; set?: boolean },
): Promise<void> {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `with known as (update staffs set view_customer_direct_debit = $3,
         set_customer_direct_debit_password = $4 where user_id = $2 returning id)
     insert into staffs (organisation_id, name, is_active, user_id, view_customer_direct_debit,
       set_customer_direct_debit_password)
     select $1, 'Hana', true, $2, $3, $4 where not exists (select from known)`,
    [world.organisations[0], world.userIds[person], view, set],
  )
}

/** A customer with an account to look at, and as a rule a code before it. */
export async function guardedCustomer(client: Client, code: string | null = guardCode) {
  const given = { name: 'Guarded', bank_account_number: account, dob_holder: '1958-04-30' }
  const made = await client.put('/customer', given)
  expect(made.status, made.text).toBe(201)
  const id: number = made.body.data.id
  if (code !== null) {
    const set = await client.put('/guardcode', { customer_id: id, code })
    expect(set.status, set.text).toBe(201)
  }
  return id
}

/** The code in the latest mail to somebody. */
export async function oneTimeCodeOf(world: World, person: Person): Promise<string> {
  const mails = await mailsTo(world, `${person}@example.co.nz`)
  return /: (\d{6})\n/.exec(mails.at(-1)?.text_plain ?? '')?.[1] ?? ''
}
