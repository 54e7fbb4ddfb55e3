import { Stack, Tabs } from '@mantine/core'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './address-tabs.module.css'

interface Props<T extends string> {
  /** In the order in which they are shown. */
  labels: Readonly<Record<T, string>>
  first: NoInfer<T>
  /** Parts of a tab that have an address of their own, with the tab that they are in. */
  parts?: Readonly<Record<string, NoInfer<T>>>
  /** What a tab shows, one part under the other. */
  children: (tab: T) => ReactNode
}

/** Tabs of which the address remembers the chosen one. */
export function AddressTabs<T extends string>({ labels, first, parts = {}, children }: Props<T>) {
  // The keys of the labels are just the tabs.
  const tabs = Object.keys(labels) as T[]
  const known = [...tabs, ...Object.keys(parts)]
  const [at, setTab] = useQueryState('tab', parseAsStringLiteral(known).withDefault(first))
  const tab = parts[at] ?? (at as T)
  const list = useChosenInSight(tab)
  return (
    <Tabs
      value={tab}
      onChange={(next) => void setTab(next)}
      keepMounted={false}
      className={classes.main}
    >
      <Tabs.List ref={list} mb="md" className={classes.tabs}>
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {labels[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Panel key={one} value={one}>
          <Stack gap="md">{one === tab && children(one)}</Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The part of a tab that the address names; the first of them where it names none. */
export function useAddressPart<P extends string>(parts: readonly P[]): [P, (part: P) => void] {
  const [first] = parts as readonly [P, ...P[]]
  const [part, setPart] = useQueryState('tab', parseAsStringLiteral(parts).withDefault(first))
  return [part, (next) => void setPart(next)]
}

/** The tabs scroll on a phone; the chosen one is never out of sight. */
function useChosenInSight(tab: string) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!list.current || !chosen) return
    list.current.scrollLeft =
      chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2
  }, [tab])
  return list
}
