import { Alert, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type RefObject, useState } from 'react'
import type { TemplateError } from '#domain/messaging/template/template-errors.ts'
import { Printed, selectFault, usePrinted } from '#web/messaging/template/printed.tsx'
import classes from './compose.module.css'
import type { FileOwner } from './mail-files.tsx'

interface Words {
  subject: string
  text: string
}

interface Props {
  words: Words
  box: RefObject<HTMLTextAreaElement | null>
}

/** Whether something of the customer it goes to is printed in it. */
export function isPrintedFor(owner: FileOwner | null, { subject, text }: Words): boolean {
  return owner?.reference_object === 'customer' && `${subject}${text}`.includes('{{')
}

/** What is written, and where it has fields how it reads: beside it, or below in little room. */
export function WithPreview(props: Props & { owner: FileOwner | null; children: ReactNode }) {
  const { owner, words, box, children } = props
  const isPrinted = owner !== null && isPrintedFor(owner, words)
  return (
    <div className={classes.sheet}>
      <div className={isPrinted ? classes.columns : undefined}>
        <div>{children}</div>
        {isPrinted && <MailPreview customer_id={owner.reference_id} words={words} box={box} />}
      </div>
    </div>
  )
}

/** How it reads for the customer it goes to; folded until somebody asks where there is no room. */
function MailPreview({ customer_id, words, box }: Props & { customer_id: number }) {
  const { subject, text } = words
  const isWide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const asked = { context: 'customer', subject, text_base: text, record_id: customer_id } as const
  const { data, error } = usePrinted(asked)
  const faults = (data?.errors.length ?? 0) + (data?.empty.length ?? 0)
  const onFault = (fault: TemplateError) => {
    // The subject is one line above, and easily found.
    if (fault.field === 'text_base' && box.current) selectFault(box.current, fault)
  }
  return (
    <details
      className={classes.preview}
      open={isOpen ?? isWide}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        Preview{faults > 0 && `: ${faults === 1 ? 'one thing' : `${faults} things`} to mend`}
      </summary>
      {error && <Alert color="amber">{error.message}</Alert>}
      {!data && !error && <Skeleton height={80} mt="sm" />}
      {data && <Printed preview={data} medium="text" hole={refused} onFault={onFault} />}
    </details>
  )
}

const refused = 'It cannot be sent like this.'
