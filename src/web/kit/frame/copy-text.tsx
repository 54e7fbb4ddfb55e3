import { Button, CopyButton } from '@mantine/core'

interface Props {
  value: string
  /** What it says of itself, where several stand on one page. */
  label?: string
  size?: 'xs' | 'sm'
}

/** Puts a text on the clipboard, and says so for a moment. */
export function CopyText({ value, label, size = 'sm' }: Props) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size={size}
          onClick={copy}
          {...(label ? { 'aria-label': label } : {})}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  )
}
