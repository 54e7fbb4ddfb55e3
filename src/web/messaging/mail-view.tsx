import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import classes from './mail-view.module.css'

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** The mail as a program in light or dark colours shows it to its reader. */
export function MailView({ html }: { html: string }) {
  const [scheme, setScheme] = useState('light')
  return (
    <>
      <SegmentedControl
        size="xs"
        mt="xs"
        aria-label="Colours of the mail program"
        data={schemes}
        value={scheme}
        onChange={setScheme}
      />
      {/* Without any right: nothing in it runs, and no link leads anywhere. */}
      <iframe
        // Its scheme is read once, when the document is made.
        key={scheme}
        title="HTML of the mail"
        sandbox=""
        className={classes.html}
        data-scheme={scheme}
        srcDoc={inScheme(html, scheme)}
      />
    </>
  )
}

/** What the mail leaves to its reader’s program, such as the colour of plain text, follows it. */
function inScheme(html: string, scheme: string): string {
  const meta = `<meta name="color-scheme" content="${scheme}">`
  const head = /<head\b[^>]*>/i
  return head.test(html) ? html.replace(head, (tag) => tag + meta) : meta + html
}
