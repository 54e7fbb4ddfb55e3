import { ActionIcon, Button, Group, Kbd, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import banner from '#web/kit/frame/banner.module.css'
import classes from './matching-news.module.css'
import type { Matching, News } from './use-matching.ts'

const tones: Record<News['tone'], string> = { done: 'petrol', changed: 'amber', refused: 'red' }

/** What has just happened, in one place that does not jump, with the way back. */
export function MatchingNews({ matching }: { matching: Matching }) {
  const { news, undo, forgetNews, isBusy } = matching
  return (
    <div role="status" aria-live="polite" className={classes.news}>
      {news && (
        <div className={banner.banner} data-tone={tones[news.tone]} data-inset>
          <Text size="sm" fw={600}>
            {news.words}
          </Text>
          <Group gap="xs">
            {news.tone === 'done' && (
              <Button
                variant="default"
                disabled={isBusy}
                rightSection={
                  <Kbd size="xs" visibleFrom="md">
                    u
                  </Kbd>
                }
                onClick={undo}
              >
                Undo the last match
              </Button>
            )}
            <ActionIcon aria-label="Close" onClick={forgetNews}>
              <IconX size={15} aria-hidden />
            </ActionIcon>
          </Group>
        </div>
      )}
    </div>
  )
}
