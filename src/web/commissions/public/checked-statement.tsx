import { Alert, List, Loader, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { PublicStatement } from '#domain/commissions/public-statement-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import classes from './public-statement.module.css'
import type { BrowserCheck } from './use-check.ts'

const MOST = 20

interface Props {
  statement: PublicStatement
  check: BrowserCheck | null
}

/** What the browser found when it added everything up again. */
export function CheckOutcome({ statement, check }: Props) {
  return (
    <section className={classes.card} aria-labelledby="checked" aria-live="polite">
      <h2 id="checked" className={classes.heading}>
        Checked in your browser
      </h2>
      {!check && (
        <Text component="div" role="status" className={classes.working ?? ''}>
          <Loader size="sm" aria-hidden /> Adding it up …
        </Text>
      )}
      {check && check.wrong.length === 0 && <AllWell statement={statement} check={check} />}
      {check && check.wrong.length > 0 && <Wrong wrong={check.wrong} />}
    </section>
  )
}

function AllWell({ statement, check }: { statement: PublicStatement; check: BrowserCheck }) {
  const count = check.proof?.lines.length ?? 0
  const before = statement.chain.length - 1
  const said = [
    'GST, the total and what is paid follow from the lines.',
    check.isHashed
      ? 'The bytes have the digest that they were sent with.'
      : 'This browser makes digests on safe connections alone: check the file as said below.',
    before === 0
      ? 'It is your first statement: none stands before it.'
      : `It follows ${plural(before, 'statement')} before it, none of which was left out.`,
  ]
  return (
    <>
      <Alert color="petrol" icon={<IconCheck size={18} aria-hidden />} title={addsUp(count)}>
        No server was asked to say so.
      </Alert>
      <List size="sm" mt="sm" spacing={4}>
        {said.map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </>
  )
}

const addsUp = (count: number) =>
  count === 1 ? 'The one line adds up' : `All ${count.toLocaleString('en-NZ')} lines add up`

function Wrong({ wrong }: { wrong: readonly string[] }) {
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Something is not as it was sent"
    >
      <List size="sm" spacing={4}>
        {wrong.slice(0, MOST).map((words) => (
          <List.Item key={words} className={classes.words ?? ''}>
            {words}
          </List.Item>
        ))}
      </List>
      {wrong.length > MOST && (
        <Text size="sm">And {(wrong.length - MOST).toLocaleString('en-NZ')} more.</Text>
      )}
      <Text size="sm" mt="xs">
        Please send this page’s JSON file and your PDF to your broker, and ask.
      </Text>
    </Alert>
  )
}
