import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AccountProof, accountProofCalls } from '#domain/invoices/account-proof.ts'
import { Contact, LinkedPage } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { useLinkToken } from '#web/kit/frame/public-visit.ts'
import { light, send } from '#web/kit/session/send.ts'
import classes from './public-invoice.module.css'

const read = light<typeof accountProofCalls.read>('GET', '/public/account')

/** Where the code on an invoice leads: the account that the broker signed. */
export function Screen() {
  const token = useLinkToken()
  const query = useQuery({
    queryKey: ['account-proof', token],
    queryFn: async () => (await send(read, {}, { linkToken: token })).data,
    enabled: token !== '',
  })
  return (
    <LinkedPage
      title="Bank account"
      what="the bank account of an invoice"
      token={token}
      query={query}
      closed={forged}
    >
      {(proof) => <Proof proof={proof} />}
    </LinkedPage>
  )
}

const forged = (
  <Text>
    A code that is not ours proves nothing: please do not pay to the account beside it before you
    have spoken with your broker, on a number you know from elsewhere.
  </Text>
)

function Proof({ proof }: { proof: AccountProof }) {
  const { broker, account_name, account_number, invoice_number, is_current } = proof
  return (
    <PublicPage
      title={is_current ? 'This is our account' : 'This is not our account any more'}
      summary={broker.name}
      look={proof.look}
    >
      {is_current ? (
        <Text>
          {broker.name} signed this account with invoice {invoice_number}. Compare it digit by digit
          with the one you were given.
        </Text>
      ) : (
        <Alert color="orange" role="alert">
          Invoice {invoice_number} is genuine, and this was our account when it was written. We have
          another one now: please call us before you pay.
        </Alert>
      )}
      <dl className={classes.details}>
        <div className={classes.detail}>
          <dt>Account name</dt>
          <dd>{account_name}</dd>
        </div>
        <div className={classes.detail}>
          <dt>Account number</dt>
          <dd>{account_number}</dd>
        </div>
      </dl>
      <Contact broker={broker} />
    </PublicPage>
  )
}
