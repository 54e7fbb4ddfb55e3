/** The ids of the selected rows, over all pages. */
export type Selection = Record<string, true>

export function toggled(selection: Selection, id: number): Selection {
  const { [id]: was, ...others } = selection
  return was ? others : { ...selection, [id]: true }
}
