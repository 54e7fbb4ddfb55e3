import { expect } from 'vitest'

/** Authorises us on the provider's page, as a browser without scripts does it: by two forms. */
export async function authorise(url: string): Promise<Response> {
  const form = {
    given_name: 'Mere',
    family_name: 'Hapi',
    email: 'mere@example.co.nz',
    account_holder_name: 'M Hapi',
    account_number: '12-3113-0003869-00',
  }
  const send = (step: string, more: object = {}) =>
    fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ ...form, ...more, step }),
      redirect: 'manual',
    })
  expect((await send('details', { account_number: '12-3113-0003868-00' })).status).toBe(422)
  expect((await send('details')).status).toBe(200)
  return send('confirm')
}
