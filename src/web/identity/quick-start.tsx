import { Anchor, List, Paper, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Page } from '#web/kit/frame/page.tsx'
import { useSession } from '#web/kit/session/session.ts'

/** What somebody sees who belongs to no organisation yet. */
export function QuickStart() {
  const { user } = useSession()
  return (
    <Page title="Quick-Start" summary={`Kia ora, ${user?.firstname || user?.username}`}>
      <Paper maw={640}>
        <Text size="sm" mb="sm">
          Your account is ready, and belongs to no organisation yet.
        </Text>
        <List size="sm" spacing="xs" type="ordered">
          <List.Item>
            Ask your organisation's admin to invite you. They need your username:{' '}
            <Text span fw={600}>
              {user?.username}
            </Text>
            .
          </List.Item>
          <List.Item>
            Meanwhile you can fill in{' '}
            <Anchor component={Link} to="/app/profile/edit" underline="always" size="sm">
              your profile
            </Anchor>{' '}
            and switch on two-factor sign-in.
          </List.Item>
          <List.Item>Accept the invitation we mail you, then sign in again.</List.Item>
        </List>
      </Paper>
    </Page>
  )
}
