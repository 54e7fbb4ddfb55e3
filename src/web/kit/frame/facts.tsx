import { Paper, Title } from '@mantine/core'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { MaskedValue } from '#web/kit/form/masked-value.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import classes from './facts.module.css'

interface Props {
  entity: Entity
  row: EditRow
  titles: Titles
  names: readonly string[]
  heading?: string
  /** Says only what there is to say. */
  isBrief?: boolean
}

/** Fields of a row to read: label and value. */
export function Facts({ entity, row, titles, names, heading, isBrief = false }: Props) {
  const options = useOptions()
  const shown = names.filter(
    (name) => name in row && !(isBrief && (row[name] === null || row[name] === '')),
  )
  if (shown.length === 0) return null
  return (
    <Paper component="section">
      {heading && (
        <Title order={2} mb="xs">
          {heading}
        </Title>
      )}
      <dl className={classes.facts}>
        {shown.map((name) => (
          <div key={name} className={classes.fact}>
            <dt>{labelOf(entity, name)}</dt>
            <dd>
              {entity.fields[name]?.options.masked && row[name] ? (
                <MaskedValue entity={entity} id={row.id} name={name} value={String(row[name])} />
              ) : (
                cellOf(entity, name, row[name], { titles, options })
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Paper>
  )
}
