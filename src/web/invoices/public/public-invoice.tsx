import { Button, Text } from '@mantine/core'
import { IconDownload, IconMessage2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PublicInvoice } from '#domain/invoices/public-invoice.ts'
import type { publicInvoiceCalls } from '#domain/invoices/public-invoice-calls.ts'
import { BarChart } from '#web/kit/charts/bar-chart.tsx'
import { PrintedPage } from '#web/kit/frame/printed-document.tsx'
import { Contact, LinkedPage } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { useLinkToken, useNoteOpened } from '#web/kit/frame/public-visit.ts'
import { download } from '#web/kit/session/download.ts'
import { light, send } from '#web/kit/session/send.ts'
import classes from './public-invoice.module.css'
import { WhyChanged } from './public-invoice-change.tsx'
import { PublicChat, usePublicChat } from './public-invoice-chat.tsx'
import { Explanation } from './public-invoice-explanation.tsx'
import { HowToPay, ToPay } from './public-invoice-payment.tsx'

// By their paths alone: a phone that reads an invoice needs none of the schemas.
const calls = {
  read: light<typeof publicInvoiceCalls.read>('GET', '/public/invoice'),
  document: light<typeof publicInvoiceCalls.document>('GET', '/public/invoice/document'),
  opened: light<typeof publicInvoiceCalls.opened>('POST', '/public/invoice/opened'),
}

/** Where customers read an invoice; the secret of their link is all they need. */
export function Screen() {
  const token = useLinkToken()
  const query = useQuery({
    queryKey: ['public-invoice', token],
    queryFn: async () => (await send(calls.read, {}, { linkToken: token })).data,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  useNoteOpened(calls.opened, token, query.data !== undefined)
  return (
    <LinkedPage title="Invoice" what="your invoice" token={token} query={query} closed={replaced}>
      {(invoice) => <Invoice invoice={invoice} token={token} />}
    </LinkedPage>
  )
}

const replaced = (
  <Text>
    When an invoice is replaced, its link closes and the new invoice comes with a new one. Please
    look for a newer email, or ask your broker.
  </Text>
)

function Invoice({ invoice, token }: { invoice: PublicInvoice; token: string }) {
  const { broker, document, invoice_number } = invoice
  const name = `invoice-${invoice_number}.pdf`
  const chat = usePublicChat(token)
  const box = useRef<HTMLTextAreaElement>(null)
  const isAnswered = chat.data?.some(({ direction }) => direction === 'out') ?? false
  return (
    <PublicPage
      isDocument
      look={invoice.look}
      title={document.title}
      summary={`${broker.name} · ${invoice_number}`}
      actions={
        <>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconMessage2 size={16} aria-hidden />}
            onClick={() => box.current?.focus()}
          >
            {isAnswered ? 'Read our answer' : 'Write to us'}
          </Button>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download(calls.document, {}, name, token)}
          >
            Download PDF
          </Button>
        </>
      }
    >
      <div className={classes.first}>
        <ToPay invoice={invoice} />
        {invoice.status === 'open' && invoice.collection === null && <HowToPay pay={invoice.pay} />}
      </div>
      {invoice.change && <WhyChanged change={invoice.change} />}
      {invoice.use.map((chart) => (
        <section key={chart.title} className={classes.card} aria-label={chart.title}>
          <BarChart
            title={chart.title}
            unit={chart.unit}
            bars={chart.bars.map(barOf)}
            format={(value) => value}
            words={{ value: 'Used', beside: '' }}
          />
        </section>
      ))}
      <PrintedPage document={document} />
      <Explanation steps={invoice.explanation} />
      <PublicChat token={token} broker={broker} chat={chat} inputRef={box} />
      <Contact broker={broker} />
    </PublicPage>
  )
}

type ShownBar = PublicInvoice['use'][number]['bars'][number]

function barOf({ label, name, value, isEstimated }: ShownBar) {
  return { label, name, value, estimatedShare: isEstimated ? '1' : '0' }
}
