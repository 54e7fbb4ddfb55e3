import { Button, FileButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { messageFrom } from '#web/kit/session/api.ts'
import { logoFrom } from './logo-picture.ts'

interface Props {
  label: string
  /** The picture as data, a digest of the one that is kept, or nothing. */
  typed: string
  onType: (typed: string) => void
  error: string | undefined
}

/** Chooses a picture; it is made small in the browser and sent when the setting is saved. */
export function LogoInput({ label, typed, onType, error }: Props) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    setTrouble(null)
    try {
      onType(await logoFrom(file))
    } catch (cause) {
      setTrouble(messageFrom(cause))
    }
  }
  const wrong = trouble ?? error
  return (
    <>
      <Group gap="xs">
        <FileButton
          onChange={(file) => void choose(file)}
          accept="image/png,image/jpeg,image/svg+xml,image/webp"
          inputProps={{ 'aria-label': label }}
        >
          {(props) => (
            <Button variant="default" {...props}>
              {typed ? 'Choose another picture' : 'Choose a picture'}
            </Button>
          )}
        </FileButton>
        {typed && (
          <Button variant="subtle" onClick={() => onType('')}>
            No logo
          </Button>
        )}
      </Group>
      {wrong && (
        <Text size="sm" c="red" role="alert">
          {wrong}
        </Text>
      )}
    </>
  )
}
