import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import type { Strokes } from '#domain/kit/drawing.ts'
import { SignatureImage, SignaturePad } from './signature-pad.tsx'

export interface SignatureDraft {
  name: string
  signature_type: 'typed' | 'drawn'
  strokes: Strokes
}

export const emptySignature: SignatureDraft = { name: '', signature_type: 'typed', strokes: [] }

interface Props {
  value: SignatureDraft
  onChange: (value: SignatureDraft) => void
  errorOf: (field: string) => string | undefined
  size?: 'sm' | 'md'
}

const kinds = [
  { value: 'typed', label: 'Type' },
  { value: 'drawn', label: 'Draw' },
] as const

/** A name and a signature: the name itself, or a drawing. */
export function SignatureFields({ value, onChange, errorOf, size = 'sm' }: Props) {
  const { name, signature_type, strokes } = value
  return (
    <Stack gap="sm">
      <TextInput
        label="Your full name"
        name="name"
        autoComplete="name"
        size={size}
        value={name}
        error={errorOf('name') && name.trim().length < 2 && 'Please type your full name.'}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <Input.Wrapper
        label="Signature"
        labelElement="div"
        size={size}
        error={signature_type === 'drawn' && strokes.length === 0 && errorOf('strokes')}
      >
        <div>
          <SegmentedControl
            aria-label="How to sign"
            size={size}
            my={6}
            data={[...kinds]}
            value={signature_type}
            onChange={(kind) => onChange({ ...value, signature_type: kind })}
          />
        </div>
        {signature_type === 'drawn' ? (
          <SignaturePad
            label="Sheet to draw your signature on"
            value={strokes}
            onChange={(drawn) => onChange({ ...value, strokes: drawn })}
          />
        ) : (
          <div aria-hidden>
            <SignatureImage name={name || 'Your name'} strokes={null} />
          </div>
        )}
      </Input.Wrapper>
    </Stack>
  )
}

/** What is sent of it: a typed signature has no drawing. */
export function sentOf({ name, signature_type, strokes }: SignatureDraft) {
  const isDrawn = signature_type === 'drawn' && strokes.length > 0
  return { name: name.trim(), signature_type, strokes: isDrawn ? strokes : null }
}
