import { Flex, Paper } from '@mantine/core'
import { Page } from '#web/kit/frame/page.tsx'

/** §2: a test layout; it holds no data. */
export function Screen() {
  return (
    <Page title="Flex layout">
      <Flex gap="md" wrap="wrap">
        {Array.from({ length: 12 }, (_, index) => (
          // The boxes never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Paper key={index} flex="1 1 160px" mih={80}>
            Box {index + 1}
          </Paper>
        ))}
      </Flex>
    </Page>
  )
}
