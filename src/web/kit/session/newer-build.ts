import { appConfig } from './app-config.ts'
import { createStore } from './store.ts'

/** Whether the server has other screens by now than those that this page was loaded with. */
export const hasNewerBuild = createStore(false)

/** Every answer of the server names its build. */
export function noteBuild(build: string | null): void {
  if (build && appConfig.build && build !== appConfig.build) hasNewerBuild.set(true)
}
