import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { type LineChoice, lineViews } from './bank-query.ts'

const parsers = {
  view: parseAsStringLiteral(lineViews).withDefault('open'),
  account: parseAsInteger,
  q: parseAsString.withDefault(''),
  offset: parseAsInteger.withDefault(0),
  line: parseAsInteger,
}

/** Which lines are shown, and which of them is looked at: all of it is in the address. */
export function useLineChoice(isSmall: boolean) {
  const [state, setState] = useQueryStates(parsers, { history: 'replace' })
  return {
    ...state,
    /** Other lines begin at their first. */
    show: (next: Partial<LineChoice>) =>
      setState({ ...next, offset: 0, line: null }, { history: 'push', shallow: false }),
    turnTo: (offset: number) => setState({ offset, line: null }),
    /** On a small screen a line is a page of its own, which Back leaves. */
    look: (line: number | null) => setState({ line }, { history: isSmall ? 'push' : 'replace' }),
  }
}
