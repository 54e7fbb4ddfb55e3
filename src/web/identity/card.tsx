import { Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { appConfig } from '#web/kit/session/app-config.ts'

interface Props {
  title: string
  text?: ReactNode
  children?: ReactNode
}

/** The small page of getting in: a heading, a sentence and a form. */
export function EntranceCard({ title, text, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${appConfig.title}`
  }, [title])
  return (
    <Paper maw={420} mx="auto" mt={{ base: 'md', md: '8vh' }} p="xl">
      <Title order={1} tabIndex={-1} data-route-heading mb={4}>
        {title}
      </Title>
      {text && (
        <Text size="sm" c="dimmed" mb="lg">
          {text}
        </Text>
      )}
      {children}
    </Paper>
  )
}
