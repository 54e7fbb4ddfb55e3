import { useState } from 'react'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { inputs } from './inputs.tsx'
import { fieldError } from './validation.ts'

interface Props {
  entity: Entity
  name: string
  value: unknown
  onChange: (value: unknown) => void
  error?: string | undefined
  label?: string | undefined
  isDisabled?: boolean | undefined
  /** Tells the same field of several rows in one form apart. */
  row?: number | undefined
}

/** One field of an entity to type in, outside the entity's own form. */
export function EntityInput(props: Props) {
  const { entity, name, value, onChange, error, isDisabled = false } = props
  const [isLeft, setLeft] = useState(false)
  const field = entity.fields[name]
  if (!field) return null
  const Input = inputs[field.kind]
  // What is missing is said when the form is sent, what is wrong as soon as its field is left.
  const isFilled = value !== null && value !== undefined && value !== ''
  const wrong = isLeft && isFilled ? fieldError(entity, name, value) : undefined
  return (
    <Input
      entity={entity}
      name={name}
      field={field}
      id={`field-${entity.name}-${name}${props.row === undefined ? '' : `-${props.row}`}`}
      label={props.label ?? labelOf(entity, name)}
      value={value}
      error={error ?? wrong}
      isDisabled={isDisabled}
      onChange={(given) => {
        setLeft(false)
        onChange(given)
      }}
      onBlur={() => setLeft(true)}
    />
  )
}
