import { ActionIcon, Checkbox, Group, Popover, ScrollArea, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { movedTo } from './move-column.ts'

interface Props {
  entity: Entity
  columns: string[]
  onColumns: (columns: string[]) => void
}

/** Shows, hides and moves columns without any dragging. */
export function ColumnsMenu({ entity, columns, onColumns }: Props) {
  const all = [...Object.keys(entity.fields), 'created_at', 'modified_at']
  const hidden = all.filter((name) => !columns.includes(name))
  function move(name: string, by: number) {
    const place = columns[columns.indexOf(name) + by]
    if (place !== undefined) onColumns(movedTo(columns, name, place))
  }
  return (
    <Popover position="bottom-end" width={280} trapFocus>
      <Popover.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="default" size={30} aria-label="Columns">
            <IconColumns3 size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <ScrollArea.Autosize mah={380} type="auto">
          {columns.map((name, index) => (
            <Group key={name} justify="space-between" wrap="nowrap" mih={30}>
              <Checkbox
                size="xs"
                checked
                disabled={name === entity.title}
                label={labelOf(entity, name)}
                onChange={() => onColumns(columns.filter((other) => other !== name))}
              />
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  size={24}
                  disabled={index === 0}
                  aria-label={`Move ${labelOf(entity, name)} to the left`}
                  onClick={() => move(name, -1)}
                >
                  <IconArrowUp size={14} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  disabled={index === columns.length - 1}
                  aria-label={`Move ${labelOf(entity, name)} to the right`}
                  onClick={() => move(name, 1)}
                >
                  <IconArrowDown size={14} aria-hidden />
                </ActionIcon>
              </Group>
            </Group>
          ))}
          <Text size="xs" c="dimmed" mt="xs" mb={4}>
            Not shown
          </Text>
          {hidden.map((name) => (
            <Checkbox
              key={name}
              size="xs"
              my={8}
              checked={false}
              label={labelOf(entity, name)}
              onChange={() => onColumns([...columns, name])}
            />
          ))}
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}
