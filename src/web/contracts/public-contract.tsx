import { Alert, Button, Checkbox, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PublicContract } from '#domain/contracts/public-contract.ts'
import { publicContractCalls } from '#domain/contracts/public-contract-calls.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { PrintedPage } from '#web/kit/frame/printed-document.tsx'
import { Contact, LinkedPage } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { useLinkToken, useNoteOpened } from '#web/kit/frame/public-visit.ts'
import { download } from '#web/kit/session/download.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './public-contract.module.css'
import { emptySignature, SignatureFields, sentOf } from './signature-fields.tsx'
import { SignatureImage } from './signature-pad.tsx'

const keyOf = (token: string) => ['public-contract', token]

/** Where customers read and accept a contract; the secret of their link is all they need. */
export function Screen() {
  const token = useLinkToken()
  const query = useQuery({
    queryKey: keyOf(token),
    queryFn: async () => (await send(publicContractCalls.read, {}, { linkToken: token })).data,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  useNoteOpened(publicContractCalls.opened, token, query.data?.status === 'open')
  return (
    <LinkedPage title="Contract" what="your contract" token={token} query={query} closed={changed}>
      {(contract) =>
        contract.status === 'withdrawn' || !contract.document ? (
          <Withdrawn {...contract} />
        ) : (
          <Contract contract={contract} document={contract.document} token={token} />
        )
      }
    </LinkedPage>
  )
}

const changed = (
  <Text>
    When a contract changes, the link in the earlier email closes and a new one is sent. Please look
    for a newer email, or ask your broker.
  </Text>
)

function Withdrawn({ broker, look }: Pick<PublicContract, 'broker' | 'look'>) {
  return (
    <PublicPage title="This offer was taken back" look={look}>
      <Text>
        {broker.name} is changing it or has withdrawn it, so there is nothing to accept here.
      </Text>
      <Contact broker={broker} />
    </PublicPage>
  )
}

interface ShownContract {
  contract: PublicContract
  document: PrintedDocument
  token: string
}

function Contract({ contract, document, token }: ShownContract) {
  const name = `contract-${contract.contract_number}.pdf`
  return (
    <PublicPage
      isDocument
      look={contract.look}
      title={document.title}
      summary={`${contract.broker.name} · ${document.reference}`}
      actions={
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download(publicContractCalls.readPdf, {}, name, token)}
        >
          Download PDF
        </Button>
      }
    >
      {contract.status === 'accepted' && <Accepted contract={contract} />}
      <PrintedPage document={document} />
      {contract.status === 'open' && (
        <Accept contract={contract} document={document} token={token} />
      )}
      <Contact broker={contract.broker} />
    </PublicPage>
  )
}

function Accepted({ contract }: { contract: PublicContract }) {
  const place = useRef<HTMLDivElement>(null)
  // Who has just accepted is taken to the thanks; who comes back finds them at the top anyway.
  useEffect(() => place.current?.focus(), [])
  const { accepted_name, accepted_on, strokes } = contract
  return (
    <Alert
      ref={place}
      tabIndex={-1}
      role="status"
      color="petrol"
      icon={<IconCircleCheck aria-hidden />}
      title="Thank you – the contract is accepted"
    >
      <Text size="sm">
        Signed by {accepted_name} on {accepted_on}. Keep a copy: the PDF has your signature under
        it.
      </Text>
      <SignatureImage name={accepted_name ?? ''} strokes={strokes} />
    </Alert>
  )
}

function Accept({ contract, document, token }: ShownContract) {
  const [signature, setSignature] = useState(emptySignature)
  const [isAgreed, setIsAgreed] = useState(false)
  const submit = useSubmit(async () => {
    const body = { ...sentOf(signature), agreed: isAgreed }
    const answer = await send(publicContractCalls.accept, body, { linkToken: token })
    queryClient.setQueryData(keyOf(token), answer.data)
  })
  return (
    <Paper component="section" aria-labelledby="accept-heading">
      <Title order={2} id="accept-heading" mb="xs">
        Accept this contract
      </Title>
      <form onSubmit={submit.onSubmit} noValidate aria-label="Accept this contract">
        <Stack gap="md">
          {submit.problem && (
            <Alert color="red" role="alert">
              {submit.problem}
            </Alert>
          )}
          <SignatureFields
            value={signature}
            onChange={setSignature}
            errorOf={submit.errorOf}
            size="md"
          />
          <Checkbox
            size="md"
            checked={isAgreed}
            error={isAgreed ? undefined : submit.errorOf('agreed')}
            label={
              document.signature?.statement ?? `I accept contract ${contract.contract_number}.`
            }
            onChange={(event) => setIsAgreed(event.currentTarget.checked)}
          />
          <Button type="submit" size="md" loading={submit.isBusy} className={classes.accept}>
            Accept contract
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
