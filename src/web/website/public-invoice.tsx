import { Paper, Text } from '@mantine/core'
import { problems } from '#domain/kit/problem.ts'
import { Page } from '#web/kit/page.tsx'

/** §2: the page customers open from their mail; without its token it explains itself. */
export function Screen() {
  const hasToken = location.hash.length > 1
  return (
    <Page title="Invoice">
      <Paper maw={560}>
        <Text size="sm">
          {hasToken
            ? problems.notImplemented[1]
            : 'This page shows an invoice when you open it from the link in your email. If the link broke over two lines, copy all of it into the address field.'}
        </Text>
      </Paper>
    </Page>
  )
}
