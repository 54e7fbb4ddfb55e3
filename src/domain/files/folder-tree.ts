import type { Folder } from './folder.ts'

/** What of a folder it takes to know its place. */
export type PlacedFolder = Pick<Folder, 'id' | 'name' | 'parent_id'>

/** A folder as it stands in the tree: how deep it lies, and whether others lie in it. */
export interface Branch<F extends PlacedFolder = PlacedFolder> {
  folder: F
  /** One for those at the top. */
  level: number
  hasFolders: boolean
  place: number
  siblings: number
}

/**
 * The tree as lines from top to bottom, each folder followed by those in it. What lies in a folder
 * that is not there stands at the top: nothing is lost from sight.
 */
export function branchesOf<F extends PlacedFolder>(
  folders: readonly F[],
  isOpen: (id: number) => boolean = () => true,
): Branch<F>[] {
  const known = new Set(folders.map(({ id }) => id))
  const inside = new Map<number, F[]>()
  for (const folder of folders) {
    const parent = folder.parent_id && known.has(folder.parent_id) ? folder.parent_id : 0
    inside.set(parent, [...(inside.get(parent) ?? []), folder])
  }
  const lines: Branch<F>[] = []
  const draw = (parent: number, level: number) => {
    const beside = (inside.get(parent) ?? []).toSorted((a, b) => a.name.localeCompare(b.name))
    for (const [index, folder] of beside.entries()) {
      const hasFolders = inside.has(folder.id)
      lines.push({ folder, level, hasFolders, place: index + 1, siblings: beside.length })
      if (hasFolders && isOpen(folder.id)) draw(folder.id, level + 1)
    }
  }
  draw(0, 1)
  return lines
}

/** From the top down to the folder itself; empty where there is no such folder. */
export function wayTo<F extends PlacedFolder>(folders: readonly F[], id: number | null): F[] {
  const known = new Map(folders.map((folder) => [folder.id, folder]))
  const way: F[] = []
  let at = known.get(id ?? 0)
  while (at && !way.includes(at)) {
    way.unshift(at)
    at = known.get(at.parent_id ?? 0)
  }
  return way
}

/** Whether a folder is the other one or lies somewhere in it. */
export function isWithin(folders: readonly PlacedFolder[], id: number, other: number): boolean {
  return wayTo(folders, id).some((folder) => folder.id === other)
}
