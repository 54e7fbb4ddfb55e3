import { optionDefaults } from '#domain/identity/option-defaults.ts'
import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import { type ReminderStep, reminderWords } from '#domain/identity/reminder-plan.ts'
import type { SettingChoice } from '#domain/identity/setting-calls.ts'
import type { ForeignSetting } from '#server/identity/check-settings.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const { reminder_steps, reminder_steps_by_class } = organisationSettings

// Those of a key are named by it, so that whoever gives it other words changes them once.
const TEMPLATES = sql<SettingChoice>`
  select id as value, name as label from messagetemplates
  where context = 'reminder' and key is null and type = 'email' and purpose = 'service'
    and is_active and deleted_at is null order by name limit 100`

const OWN_TYPES = sql<SettingChoice>`select value, label from options
  where list_name = 'customer_type' and deleted_at is null order by position, value`

async function templates(conn: Conn): Promise<SettingChoice[]> {
  const ours = Object.entries(reminderWords).map(([value, label]) => ({ value, label }))
  return [...ours, ...(await TEMPLATES.all(conn))]
}

async function customerTypes(conn: Conn): Promise<SettingChoice[]> {
  const own = await OWN_TYPES.all(conn)
  const ours = optionDefaults.filter(({ list_name }) => list_name === 'customer_type')
  const kept = ours.filter(({ value }) => !own.some((one) => one.value === value))
  return [...kept, ...own].map(({ value, label }) => ({ value, label }))
}

const listed = (choices: readonly SettingChoice[]) =>
  choices.map(({ value, label }) => (value === label ? value : `${value} (${label})`)).join(', ')

/** What the steps name is there: their words, as those of a mail that reminds of an invoice. */
async function wordsRefusal(conn: Conn, steps: readonly ReminderStep[]): Promise<string | null> {
  const known = await templates(conn)
  const unknown = steps.find(({ template }) => !known.some(({ value }) => value === template))
  return unknown
    ? `No template ${unknown.template} in use reminds of an invoice: choose one of ${listed(known)}.`
    : null
}

/** The steps of everybody, and those of customers of a type. */
export const reminderStepSettings: Record<string, ForeignSetting> = {
  reminder_steps: {
    ...reminder_steps,
    choices: async (conn) => ({ template: await templates(conn) }),
    refusal: async (conn, value) =>
      wordsRefusal(conn, reminder_steps.schema.safeParse(value).data ?? []),
  },
  reminder_steps_by_class: {
    ...reminder_steps_by_class,
    choices: async (conn) => ({
      template: await templates(conn),
      customer_type: await customerTypes(conn),
    }),
    refusal: async (conn, value) => {
      const classes = reminder_steps_by_class.schema.safeParse(value).data ?? {}
      const types = await customerTypes(conn)
      const unknown = Object.keys(classes).find((type) => !types.some((one) => one.value === type))
      return unknown === undefined
        ? wordsRefusal(conn, Object.values(classes).flat())
        : `“${unknown}” is no customer type: choose of ${listed(types)}.`
    },
  },
}
