import { expect } from 'vitest'
import { makeIcp } from '#domain/kit/icp.ts'
import type { Client, Reply } from './client.ts'
import { lettersWhere } from './letters.ts'
import type { World } from './world.ts'

/** Contracts on their way to a customer: made, sent, read and accepted as people do it. */
export interface Offers {
  user: Client
  draft(given?: object): Promise<number>
  /** Sends the contract and finds the link in the mail. */
  send(id: number, options?: object): Promise<string>
  read(token: string, path?: string): Promise<Reply>
  accept(token: string, body?: object): Promise<Reply>
  statusOf(id: number): Promise<string>
}

export const withToken = (token: string) => ({ 'x-link-token': token })
export const signed = { name: 'Whetū Ngāta', signature_type: 'typed', agreed: true }

const rates = [
  { rate_name: 'Day', rate_amount: '0.285', rate_unit: 'kWh' },
  { rate_name: 'Daily charge', rate_amount: '1.8', rate_unit: 'day' },
]
let connection = 100

export async function makeOffers(world: World): Promise<Offers> {
  const user = await world.as('user')
  const supplier = await (await world.as('manager')).put('/supplier', { name: 'Pūkeko Power' })
  const customer = { name: 'Whetū Ngāta', email: 'whetu@example.co.nz', city: 'Ōtaki' }
  const whole = {
    customer_id: (await user.put('/customer', customer)).body.data.id,
    supplier_id: supplier.body.data.id,
    date_start: '2027-01-01',
    date_end: '2028-12-31',
    welcome_credit_amount: '50.00',
    discount_percent: '10',
  }
  return {
    user,
    async draft(given = {}) {
      const connections = [makeIcp(connection++, 'UN')]
      const made = await user.put('/contract', { ...whole, connections, ...given })
      expect(made.status, made.text).toBe(201)
      const contract_id: number = made.body.data.id
      for (const rate of rates) {
        const row = { ...rate, contract_id, rate_type: 'variable', valid_from_date: '2027-01-01' }
        const added = await user.put('/rate', row)
        expect(added.status, added.text).toBe(201)
      }
      return contract_id
    },
    async send(id, options = {}) {
      const sent = await user.post('/contract/send', { id, ...options })
      expect(sent.status, sent.text).toBe(200)
      const letters = await lettersWhere(world.owner, 'unique_key like $1', [`contract ${id} %`])
      return /\/contract\/#([\w-]{43})\s/.exec(letters.at(-1)?.text_plain ?? '')?.[1] ?? 'no link'
    },
    read: (token, path = '/public/contract') =>
      world.guest().send({ method: 'GET', url: `/api/v1${path}`, headers: withToken(token) }),
    async accept(token, body = signed) {
      const guest = world.guest()
      await guest.get('/options')
      return guest.post('/public/contract/accept', body, withToken(token))
    },
    statusOf: async (id) => (await user.get('/contract', { id })).body.data.contract_status,
  }
}
