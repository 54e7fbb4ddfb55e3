import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import classes from './chat-log.module.css'
import { momentOf } from './moment.ts'

export interface ShownMessage {
  id: number | string
  /** Written by whoever is looking. */
  isOwn: boolean
  who: string
  text: string
  /** Parts of the text that stand out: names of colleagues. */
  marks?: readonly { start: number; end: number }[]
  at: string
  /** For colleagues alone. */
  isNote?: boolean
  subject?: string | null
  /** What it only repeats from before. */
  quoted?: string | null
  /** What it is about, and how far it got. */
  foot?: ReactNode
}

/** What was said, oldest first; the newest is in sight. Texts are only ever shown as text. */
export function ChatLog({ messages }: { messages: readonly ShownMessage[] }) {
  const box = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is a new end
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [newest])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div ref={box} role="log" aria-label="Messages" tabIndex={0} className={classes.log}>
      <ul className={classes.list}>
        {messages.map((message) => (
          <li
            key={message.id}
            className={classes.message}
            data-own={(message.isOwn && !message.isNote) || undefined}
            data-note={message.isNote || undefined}
          >
            <p className={classes.head}>
              <strong>{message.who}</strong> {momentOf(message.at)}
            </p>
            {message.subject && <p className={classes.subject}>{message.subject}</p>}
            <p className={classes.text}>{markedText(message)}</p>
            {message.quoted && (
              <details>
                <summary className={classes.foot}>What was said before</summary>
                <p className={classes.text}>{message.quoted}</p>
              </details>
            )}
            {message.foot && <p className={classes.foot}>{message.foot}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The text as it is, with what stands out in it marked. */
function markedText({ text, marks = [] }: ShownMessage): ReactNode {
  if (marks.length === 0) return text
  const parts = marks.map(({ start, end }, index) => (
    <Fragment key={start}>
      {text.slice(marks[index - 1]?.end ?? 0, start)}
      <mark className={classes.mark}>{text.slice(start, end)}</mark>
    </Fragment>
  ))
  return [...parts, text.slice(marks.at(-1)?.end ?? 0)]
}
