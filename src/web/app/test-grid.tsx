import { Paper, SimpleGrid } from '@mantine/core'
import { Page } from '#web/kit/frame/page.tsx'

/** §2: a test layout; it holds no data. */
export function Screen() {
  return (
    <Page title="Grid layout">
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3, lg: 4 }}>
        {Array.from({ length: 12 }, (_, index) => (
          // The boxes never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Paper key={index} mih={80}>
            Box {index + 1}
          </Paper>
        ))}
      </SimpleGrid>
    </Page>
  )
}
