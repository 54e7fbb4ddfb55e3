import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { inputs } from './inputs.tsx'

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
  const field = entity.fields[name]
  if (!field) return null
  const Input = inputs[field.kind]
  return (
    <Input
      entity={entity}
      name={name}
      field={field}
      id={`field-${entity.name}-${name}${props.row === undefined ? '' : `-${props.row}`}`}
      label={props.label ?? labelOf(entity, name)}
      value={value}
      error={error}
      isDisabled={isDisabled}
      onChange={onChange}
      onBlur={() => {}}
    />
  )
}
