import { Alert, Anchor, List, Paper, SimpleGrid, Title } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import type { Field } from '#domain/kit/field.ts'
import { useSession } from '#web/kit/session/session.ts'
import classes from './edit-form.module.css'
import { inputs } from './inputs.tsx'
import { MaskedInput } from './masked-input.tsx'
import { maySet } from './merge.ts'
import type { Edit } from './use-edit.ts'

interface Props {
  entity: Entity
  edit: Edit
  rowId: number | null
  isReadOnly: boolean
  /** Leaves out what is already said elsewhere, such as the record a note is about. */
  without?: string[]
  /** Shown, and not to be changed. */
  fixed?: readonly string[]
  /** In a dialog there is no room for the navigation. */
  isNarrow?: boolean
  /** What stands under a field besides its hint: a proposal, a calculator. */
  under?: ((name: string, edit: Edit) => ReactNode) | undefined
}

/** The sections of an entity's form with a navigation that stays in sight. */
export function EditForm(props: Props) {
  const { entity, edit, rowId, isReadOnly, without = [], isNarrow = false, under } = props
  const { fixed = [] } = props
  const { role } = useSession()
  const sections = Object.entries(entity.form)
    .map(([heading, names]) => ({
      heading,
      names: names.filter((name) => {
        const seenBy = entity.fields[name]?.options.seenBy
        return !without.includes(name) && (seenBy === undefined || atLeast(role, seenBy))
      }),
    }))
    .filter(({ names }) => names.length > 0)
  const hasNav = sections.length >= 3 && !isNarrow
  return (
    <div className={classes.form} data-single={!hasNav || undefined}>
      {hasNav && (
        <nav className={classes.nav} aria-label="Sections">
          {sections.map(({ heading, names }) => (
            <a key={heading} href={`#${slug(heading)}`} className={classes.link}>
              {heading}
              {names.some((name) => edit.form.errors[name]) && (
                <span className={classes.mark}> – needs fixing</span>
              )}
            </a>
          ))}
        </nav>
      )}
      <div className={classes.sections}>
        <Summary edit={edit} />
        {sections.map(({ heading, names }) => (
          <Paper key={heading} component="section" id={slug(heading)} className={classes.section}>
            <Title order={2} mb="sm">
              {heading}
            </Title>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
              {names.map((name) => {
                const field = entity.fields[name]
                return (
                  field && (
                    <Entry
                      key={name}
                      entity={entity}
                      name={name}
                      field={field}
                      rowId={rowId}
                      value={edit.values[name]}
                      error={textOf(edit.form.errors[name])}
                      isDisabled={isReadOnly || fixed.includes(name) || !maySet(field, role)}
                      edit={edit}
                      below={under?.(name, edit)}
                    />
                  )
                )
              })}
            </SimpleGrid>
          </Paper>
        ))}
      </div>
    </div>
  )
}

// A line this long needs the whole width.
const LONG_LINE = 400

interface EntryProps {
  entity: Entity
  name: string
  field: Field
  rowId: number | null
  value: unknown
  error: string | undefined
  isDisabled: boolean
  edit: Edit
  below: ReactNode
}

// Typing in one field draws that field again, not the seventy others.
const Entry = memo(
  function Entry(given: EntryProps) {
    const { entity, name, field, rowId, value, error, isDisabled, edit } = given
    const props = {
      entity,
      name,
      field,
      id: `field-${name}`,
      label: labelOf(entity, name),
      value,
      error,
      isDisabled,
      onChange: (next: unknown) => edit.form.setFieldValue(name, next),
      onBlur: () => edit.validate(name),
    }
    const Input = inputs[field.kind]
    const isLong = field.kind === 'text' && (field.options.max ?? 0) >= LONG_LINE
    const isWide = isLong || field.kind === 'longText' || field.kind === 'richText'
    return (
      <div className={isWide ? classes.wide : undefined}>
        {field.options.masked ? (
          <MaskedInput {...props} rowId={rowId} onReveal={(next) => edit.reveal(name, next)} />
        ) : (
          <Input {...props} />
        )}
        {given.below}
      </div>
    )
  },
  (before, after) =>
    before.value === after.value &&
    before.error === after.error &&
    before.isDisabled === after.isDisabled &&
    before.field === after.field &&
    before.below === after.below &&
    before.rowId === after.rowId,
)

/** What needs fixing, each with a way to its field. */
function Summary({ edit }: { edit: Edit }) {
  const errors = Object.entries(edit.form.errors)
  if (!edit.message) return null
  return (
    <Alert color="red" role="alert" title={edit.message}>
      {errors.length > 0 && (
        <List size="sm">
          {errors.map(([name, message]) => (
            <List.Item key={name}>
              <Anchor
                href={`#field-${name}`}
                underline="always"
                // The colour of links stays below AA on red.
                c="inherit"
                size="sm"
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(`field-${name}`)?.focus()
                }}
              >
                {textOf(message)}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

function textOf(message: unknown): string | undefined {
  return message ? String(message) : undefined
}

function slug(heading: string): string {
  return `section-${heading.toLowerCase().replace(/[^a-z]+/g, '-')}`
}
