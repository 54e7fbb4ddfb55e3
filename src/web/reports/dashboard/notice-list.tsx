import { Anchor, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { DashboardNotice } from '#domain/reports/figures/dashboard-calls.ts'

/** What keeps numbers from coming in, before the numbers. */
export function NoticeList({ notices }: { notices: readonly DashboardNotice[] | undefined }) {
  if (!notices || notices.length === 0) return null
  return (
    <Paper component="section" aria-label="To look at first">
      <Stack gap={6}>
        {notices.map(({ text, to, tone }) => (
          <Text key={text} size="sm" component="div">
            <IconAlertTriangle
              size={15}
              aria-hidden
              color={`var(--mantine-color-${tone}-6)`}
              style={{ verticalAlign: '-2px', marginRight: 6 }}
            />
            <Anchor component={Link} to={to} size="sm">
              {text}
            </Anchor>
          </Text>
        ))}
      </Stack>
    </Paper>
  )
}
