import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type {
  PublicStatement,
  publicStatementCalls,
} from '#domain/commissions/public-statement-calls.ts'
import type { StatementProof } from '#domain/commissions/statement-proof.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { StatementSumsTable } from '#web/commissions/statement-sums.tsx'
import { LinkedPage } from '#web/kit/frame/public-link.tsx'
import { PublicPage } from '#web/kit/frame/public-page.tsx'
import { useLinkToken } from '#web/kit/frame/public-visit.ts'
import { download } from '#web/kit/session/download.ts'
import { light, send } from '#web/kit/session/send.ts'
import { CheckYourself } from './check-yourself.tsx'
import { CheckOutcome } from './checked-statement.tsx'
import { PublicLines } from './public-lines.tsx'
import classes from './public-statement.module.css'
import { useCheck } from './use-check.ts'

// By their paths alone: whoever reads a statement needs none of the schemas.
const calls = {
  read: light<typeof publicStatementCalls.read>('GET', '/public/commission'),
  document: light<typeof publicStatementCalls.document>('GET', '/public/commission/document'),
  csv: light<typeof publicStatementCalls.csv>('GET', '/public/commission/csv'),
  json: light<typeof publicStatementCalls.json>('GET', '/public/commission/json'),
}

// Often enough, and seldom enough for what a link may ask in a quarter of an hour.
const LOOK_AGAIN_MS = 10_000

/** Where a partner has a statement checked; the secret of the link is all they need. */
export function Screen() {
  const token = useLinkToken()
  const query = useQuery({
    queryKey: ['public-commission', token],
    queryFn: async () => (await send(calls.read, {}, { linkToken: token })).data,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.is_being_drawn ? LOOK_AGAIN_MS : false),
  })
  return (
    <LinkedPage
      title="Commission statement"
      what="your commission statement"
      token={token}
      query={query}
      closed={closed}
    >
      {(statement) => <Statement statement={statement} token={token} />}
    </LinkedPage>
  )
}

const closed = (
  <Text>
    The link of a statement that was cancelled closes, and so does one that is older than 400 days.
    Please look for a newer email, or ask your broker.
  </Text>
)

interface Props {
  statement: PublicStatement
  token: string
}

function Statement({ statement, token }: Props) {
  const check = useCheck(statement)
  const proof = check?.proof ?? null
  const number = statement.chain.at(-1)?.number ?? 'statement'
  return (
    <PublicPage
      isDocument
      look={statement.look}
      title="Commission statement"
      summary={proof ? `${proof.broker} · ${number} · for ${proof.partner}` : number}
      actions={<Downloads token={token} number={number} isDrawn={!statement.is_being_drawn} />}
    >
      <div className={classes.first}>
        {proof && <ToPay statement={statement} proof={proof} />}
        <CheckOutcome statement={statement} check={check} />
      </div>
      {proof && check && (
        <PublicLines
          lines={proof.lines}
          takenBack={statement.taken_back}
          wrongLines={check.wrong_lines}
        />
      )}
      <CheckYourself number={number} statement={statement} />
    </PublicPage>
  )
}

const files = [
  ['PDF', calls.document, 'pdf'],
  ['CSV', calls.csv, 'csv'],
  ['JSON', calls.json, 'json'],
] as const

function Downloads(props: { token: string; number: string; isDrawn: boolean }) {
  const { token, number, isDrawn } = props
  return (
    <>
      {!isDrawn && (
        <Text size="sm" role="status">
          The PDF is being drawn; it stands here in a moment.
        </Text>
      )}
      {files
        .filter(([label]) => isDrawn || label !== 'PDF')
        .map(([label, call, ending]) => (
          <Button
            key={label}
            variant="default"
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={`Download ${label}`}
            onClick={() => void download(call, {}, `${number}.${ending}`, token)}
          >
            {label}
          </Button>
        ))}
    </>
  )
}

function ToPay({ statement, proof }: { statement: PublicStatement; proof: StatementProof }) {
  return (
    <section className={classes.card} aria-labelledby="to-pay">
      <h2 id="to-pay" className={classes.heading}>
        What you are paid
      </h2>
      <p className={classes.amount}>${formatMoney(proof.to_pay)}</p>
      <Text size="sm" mb="xs">
        {moneyWords(statement, proof)}
      </Text>
      <StatementSumsTable sums={proof} label="How it comes about" />
    </section>
  )
}

function moneyWords({ status, payment_date }: PublicStatement, { to_pay, total }: StatementProof) {
  if (status === 'cancelled') return 'This statement was cancelled.'
  const day = payment_date ? formatDayShort(payment_date) : null
  if (Number(to_pay) === 0)
    return Number(total) < 0
      ? 'Nothing is paid now: it is taken off the next statement.'
      : 'Nothing is paid now: it is carried to the next statement.'
  if (status === 'sent') return 'Not paid yet.'
  return day ? `Paid on ${day}.` : 'Paid.'
}
