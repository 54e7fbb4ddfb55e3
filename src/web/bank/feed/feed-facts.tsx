import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { BankFeedState } from '#domain/bank/feed/feed-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import factsClasses from '#web/kit/frame/facts.module.css'
import { formatStamp } from '#web/kit/session/clock.ts'

type Feed = NonNullable<BankFeedState['feed']>

interface NoFeedProps {
  state: BankFeedState
  mayConnect: boolean
  onConnect: () => void
}

/** How lines come in now, and how a feed is had. */
export function NoFeed({ state, mayConnect, onConnect }: NoFeedProps) {
  if (!state.is_offered)
    return (
      <Text size="sm">
        Lines come from files and by hand. To have them fetched from the bank, whoever runs this
        installation registers it with Akahu and sets AKAHU_APP_TOKEN; an admin can then connect the
        account here.
      </Text>
    )
  return (
    <>
      <Text size="sm">
        Lines come from files and by hand. With a feed they come in by themselves, as soon as the
        bank has settled them; what is here already stays as it is.
      </Text>
      {mayConnect ? (
        <Button
          mt="sm"
          leftSection={<IconPlugConnected size={15} aria-hidden />}
          onClick={onConnect}
        >
          Connect a feed
        </Button>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          An admin can connect one.
        </Text>
      )}
    </>
  )
}

/** When it was fetched, what is wrong with it, and what somebody has to decide. */
export function Connected({ feed, mayConnect }: { feed: Feed; mayConnect: boolean }) {
  const facts: [string, string][] = [
    ['Account there', feed.provider_account_name],
    ['Last fetched', feed.fetched_at ? formatStamp(feed.fetched_at) : 'Not yet'],
    ['Next', formatStamp(feed.next_fetch_at)],
    ['Connected', `${formatStamp(feed.connected_at)} by ${feed.connected_by}`],
  ]
  return (
    <>
      {feed.feed_status === 'broken' && (
        <Alert color="red" title="No lines come in" mb="xs">
          {feed.message}{' '}
          {mayConnect
            ? 'Connect it again with a new token.'
            : 'Ask an admin to connect it again; until then, import statements as files.'}
        </Alert>
      )}
      {feed.feed_status === 'working' && feed.message && (
        <Alert color="amber" title="The last time did not work" mb="xs">
          {feed.message} It is tried again by itself.
        </Alert>
      )}
      {feed.waiting_rows > 0 && (
        <Alert color="amber" title={`${plural(feed.waiting_rows, 'line')} to decide on`} mb="xs">
          They may be here already.{' '}
          <Anchor
            component={Link}
            to={`/app/banktransactions/import?id=${feed.waiting_import_id}`}
            underline="always"
            c="inherit"
            inherit
          >
            Say which they are
          </Anchor>
        </Alert>
      )}
      <dl className={factsClasses.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={factsClasses.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
