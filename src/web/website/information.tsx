import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PublicPage } from '#web/kit/frame/public-page.tsx'

export interface Chapter {
  heading: string
  text: ReactNode
}

/** A page of words: about, contact, help, privacy, terms. */
export function InformationPage(props: { title: string; lead: string; chapters: Chapter[] }) {
  return (
    <PublicPage isDocument title={props.title} summary={props.lead}>
      {props.chapters.map(({ heading, text }) => (
        <Paper key={heading} component="section">
          <Title order={2} mb={4}>
            {heading}
          </Title>
          <Text component="div" size="sm">
            {text}
          </Text>
        </Paper>
      ))}
    </PublicPage>
  )
}
