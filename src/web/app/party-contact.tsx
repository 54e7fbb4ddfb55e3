import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { GlanceCard, GlanceFacts } from '#web/kit/frame/glance.tsx'
import { cellOf } from '#web/kit/list/cells.tsx'

/** How a supplier or a partner is reached. */
export function PartyContact(props: { entity: Entity; row: EditRow; names: readonly string[] }) {
  const { entity, row, names } = props
  const options = useOptions()
  const place = [row.street, row.suburb, row.city].filter(Boolean).join(', ')
  return (
    <GlanceCard title="Contact">
      <GlanceFacts
        facts={[
          ...names.map(
            (name) =>
              [
                labelOf(entity, name),
                row[name] ? cellOf(entity, name, row[name], { titles: {}, options }) : null,
              ] as const,
          ),
          ['Address', place],
        ]}
      />
    </GlanceCard>
  )
}
