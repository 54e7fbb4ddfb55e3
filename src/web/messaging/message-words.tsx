import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import type { Message } from '#domain/messaging/message.ts'
import classes from './chats.module.css'
import { MailView } from './mail-view.tsx'

const media = [
  { value: 'text', label: 'Text' },
  { value: 'html', label: 'HTML' },
]

interface Props {
  row: Pick<Message, 'text_plain' | 'text_html'>
  /** With what opens something, for whoever may read it. */
  whole: string | null
}

/** What a message says: as plain text and, where it has HTML, as mail programs show that. */
export function MessageWords({ row, whole }: Props) {
  const [medium, setMedium] = useState('text')
  return (
    <>
      {row.text_html && (
        <SegmentedControl
          size="xs"
          me="xs"
          aria-label="Shown as"
          value={medium}
          onChange={setMedium}
          data={media}
        />
      )}
      {row.text_html && medium === 'html' ? (
        <MailView html={row.text_html} />
      ) : (
        <Text size="sm" className={classes.said}>
          {whole ?? row.text_plain}
        </Text>
      )}
    </>
  )
}
