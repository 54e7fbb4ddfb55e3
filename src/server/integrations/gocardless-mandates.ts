import { randomUUID } from 'node:crypto'
import type { AuthorisationPage, DirectDebit } from './direct-debit.ts'
import type { Things } from './gocardless-things.ts'
import { MadeBefore } from './gocardless-trouble.ts'
import {
  accountOf,
  authorisationOf,
  customerOf,
  holderOf,
  mandateOf,
  metadataOf,
  onlyKnown,
  prefilledOf,
  sixteenOf,
} from './gocardless-words.ts'

const scheme = 'becs_nz'

type Mandates = Pick<
  DirectDebit,
  | 'makePayer'
  | 'changePayer'
  | 'makeAccount'
  | 'account'
  | 'makeMandate'
  | 'mandate'
  | 'cancelMandate'
  | 'reinstateMandate'
  | 'askToAuthorise'
  | 'authorisation'
>

/** Who pays, from which account, and by which authority. */
export function gocardlessMandates(things: Things): Mandates {
  const { one, make, change, act } = things
  return {
    makePayer: async ({ key, ...payer }) => {
      const metadata = metadataOf(key, payer.our_id)
      const { id } = await make('customers', {
        key,
        fields: { ...onlyKnown(customerOf(payer)), language: 'en', metadata },
        isSame: (there) => there.metadata?.sb_id === payer.our_id,
      })
      return { id }
    },
    changePayer: (id, payer) => change('customers', id, customerOf(payer)),

    makeAccount: async ({ key, payer_id, account_holder, digits }) => {
      const made = await make('customer_bank_accounts', {
        key,
        fields: {
          account_holder_name: holderOf(account_holder),
          account_number: sixteenOf(digits),
          country_code: 'NZ',
          metadata: metadataOf(key),
          links: { customer: payer_id },
        },
        isSame: ({ links }) => links.customer === payer_id,
      })
      return accountOf(made)
    },
    account: async (id) => accountOf(await one('customer_bank_accounts', id)),

    makeMandate: async ({ key, account_id }) => {
      const links = { customer_bank_account: account_id }
      const made = await make('mandates', {
        key,
        fields: { scheme, metadata: metadataOf(key), links },
        isSame: (there) => there.links.customer_bank_account === account_id,
      })
      return mandateOf(made)
    },
    mandate: async (id) => mandateOf(await one('mandates', id)),
    cancelMandate: async (id) => mandateOf(await act('mandates', id, 'cancel')),
    reinstateMandate: async (id) => mandateOf(await act('mandates', id, 'reinstate')),

    askToAuthorise: (asked) => askToAuthorise(things, asked),
    authorisation: async (id) => authorisationOf(await one('billing_requests', id)),
  }
}

type AuthorisationQuestion = Parameters<DirectDebit['askToAuthorise']>[0]

async function askToAuthorise(
  { make }: Things,
  { key, payer, payer_id, back_to }: AuthorisationQuestion,
): Promise<AuthorisationPage> {
  const metadata = metadataOf(key, payer.our_id)
  const request = await make('billing_requests', {
    key,
    fields: {
      // The mandate that comes of it carries the key as well.
      mandate_request: { currency: 'NZD', scheme, metadata: metadataOf(key) },
      metadata,
      ...(payer_id === null ? {} : { links: { customer: payer_id } }),
    },
    isSame: ({ links }) => payer_id === null || links.customer === payer_id,
  })
  const fields = {
    redirect_uri: back_to,
    exit_uri: back_to,
    prefilled_customer: onlyKnown(prefilledOf(payer)),
    links: { billing_request: request.id },
  }
  const pageBy = (flow_key: string) => make('billing_request_flows', { key: flow_key, fields })
  // A page cannot be fetched again and is gone after a week, but a request may have many.
  const { authorisation_url } = await pageBy(`${key}-flow`).catch((error) => {
    if (error instanceof MadeBefore) return pageBy(`${key}-flow-${randomUUID()}`)
    throw error
  })
  return { request_id: request.id, url: authorisation_url }
}
