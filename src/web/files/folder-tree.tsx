import { Text } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconFiles,
  IconFolder,
  IconFolderOff,
  IconTrash,
} from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Folder } from '#domain/files/folder.ts'
import { branchesOf, wayTo } from '#domain/files/folder-tree.ts'
import { openFolder } from './folder-form.tsx'
import classes from './folders.module.css'
import { deleteFolder } from './remove-folder.ts'

/** What is looked at: a folder by its id, or one of the views that are no folders. */
export type Place = number | 'all' | 'none' | 'duplicates' | 'deleted'

interface Line {
  place: Place
  label: string
  level: number
  Icon: typeof IconFolder
  folder?: Folder
  isOpen?: boolean
  position: [place: number, of: number]
}

const before = [
  { place: 'all', label: 'All files', Icon: IconFiles },
  { place: 'none', label: 'In no folder', Icon: IconFolderOff },
] as const
const after = [
  { place: 'duplicates', label: 'Here twice', Icon: IconCopy },
  { place: 'deleted', label: 'Deleted', Icon: IconTrash },
] as const

function linesOf(folders: readonly Folder[], open: ReadonlySet<number>): Line[] {
  const branches = branchesOf(folders, (id) => open.has(id))
  const top = branches.filter(({ level }) => level === 1).length
  const all = top + before.length + after.length
  const view = (shift: number) => (one: (typeof before | typeof after)[number], index: number) => ({
    ...one,
    level: 1,
    position: [shift + index + 1, all] as [number, number],
  })
  const drawn = branches.map(({ folder, level, hasFolders, place, siblings }): Line => {
    const position: Line['position'] =
      level === 1 ? [place + before.length, all] : [place, siblings]
    const opened = hasFolders ? { isOpen: open.has(folder.id) } : {}
    const known = { place: folder.id, label: folder.name, Icon: IconFolder, folder }
    return { ...known, level, position, ...opened }
  })
  return [...before.map(view(0)), ...drawn, ...after.map(view(before.length + top))]
}

interface Props {
  folders: readonly Folder[]
  place: Place
  onChoose: (place: Place) => void
}

/** The folders, walked with the arrows, renamed with F2 and deleted with Delete. */
export function FolderTree({ folders, place, onChoose }: Props) {
  const way = typeof place === 'number' ? wayTo(folders, place).slice(0, -1) : []
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const open = new Set([...chosen, ...way.map(({ id }) => id)].filter((id) => !closed.has(id)))
  const lines = linesOf(folders, open)
  const [focused, setFocused] = useState<Place>(place)
  const current = lines.some((line) => line.place === focused) ? focused : 'all'
  const list = useRef<HTMLDivElement>(null)
  const toggle = (id: number, isOpen: boolean) => {
    setChosen(isOpen ? new Set([...chosen, id]) : without(chosen, id))
    setClosed(isOpen ? without(closed, id) : new Set([...closed, id]))
  }
  const focus = (line: Line | undefined) => {
    if (!line) return
    setFocused(line.place)
    list.current?.querySelector<HTMLElement>(`[data-place="${line.place}"]`)?.focus()
  }
  const press = (event: KeyboardEvent, line: Line) => {
    const run = actionOf(event.key, line, lines, { focus, toggle, onChoose })
    if (!run || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <div ref={list} role="tree" aria-label="Folders" className={classes.tree}>
      {lines.map((line) => (
        <div
          key={line.place}
          role="treeitem"
          data-place={line.place}
          className={classes.item}
          style={{ paddingInlineStart: 8 + (line.level - 1) * 16 }}
          aria-level={line.level}
          aria-posinset={line.position[0]}
          aria-setsize={line.position[1]}
          aria-selected={line.place === place}
          aria-expanded={line.isOpen}
          tabIndex={line.place === current ? 0 : -1}
          onFocus={() => setFocused(line.place)}
          onClick={() => onChoose(line.place)}
          onKeyDown={(event) => press(event, line)}
        >
          <Twist line={line} onToggle={toggle} />
          <line.Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />
          <Text component="span" size="sm" truncate>
            {line.label}
          </Text>
        </div>
      ))}
    </div>
  )
}

interface Moves {
  focus: (line: Line | undefined) => void
  toggle: (id: number, isOpen: boolean) => void
  onChoose: (place: Place) => void
}

/** What a key does at a line; null for keys that are not the tree's. */
function actionOf(key: string, line: Line, lines: readonly Line[], moves: Moves) {
  const at = lines.indexOf(line)
  const { folder } = line
  const goal = new Map([
    ['ArrowDown', lines[at + 1]],
    ['ArrowUp', lines[at - 1]],
    ['Home', lines[0]],
    ['End', lines.at(-1)],
  ])
  if (goal.has(key)) return () => moves.focus(goal.get(key))
  if (key === 'Enter' || key === ' ') return () => moves.onChoose(line.place)
  if (key === 'ArrowRight') return () => goIn(line, lines[at + 1], moves)
  if (key === 'ArrowLeft') {
    const outer = lines.slice(0, at).findLast(({ level }) => level < line.level)
    return () => goOut(line, outer, moves)
  }
  if (key === 'F2' && folder) return () => openFolder(folder)
  if (key === 'Delete' && folder) return () => void removeAt(folder, moves.onChoose)
  return null
}

/** Opens a closed folder, and goes to the first of what is in an open one. */
function goIn({ folder, isOpen }: Line, next: Line | undefined, moves: Moves): void {
  if (isOpen) moves.focus(next)
  else if (folder && isOpen === false) moves.toggle(folder.id, true)
}

/** Closes an open folder, and goes to the one around a closed one. */
function goOut({ folder, isOpen }: Line, outer: Line | undefined, moves: Moves): void {
  if (folder && isOpen) moves.toggle(folder.id, false)
  else moves.focus(outer)
}

async function removeAt(folder: Folder, onChoose: (place: Place) => void) {
  if (await deleteFolder(folder)) onChoose(folder.parent_id ?? 'all')
}

function Twist({ line, onToggle }: { line: Line; onToggle: Moves['toggle'] }) {
  const { folder, isOpen } = line
  if (!folder || isOpen === undefined) return <span className={classes.twist} />
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows do the same
    <span
      className={classes.twist}
      onClick={(event) => {
        event.stopPropagation()
        onToggle(folder.id, !isOpen)
      }}
    >
      <Icon size={14} aria-hidden />
    </span>
  )
}

const without = (all: ReadonlySet<number>, id: number) =>
  new Set([...all].filter((one) => one !== id))
