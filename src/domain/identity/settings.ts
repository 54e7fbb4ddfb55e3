import { entity } from '#domain/kit/entity.ts'
import { flag, integer, json, name, text } from '#domain/kit/field.ts'
import { defaultOptionValues } from './option-defaults.ts'
import { settingNamed } from './organisation-settings.ts'

/** A setting of the organisation, by name. */
export const organisationconfig = entity({
  name: 'organisationconfig',
  plural: 'organisationconfigs',
  label: 'Setting',
  labelPlural: 'Settings',
  title: 'name',
  access: { read: 'user', write: 'admin', remove: 'admin' },
  holdsSecrets: true,
  fields: { name: name(100).unique('nameConflict'), value: json() },
  list: ['name', 'value', 'modified_at'],
  form: { Setting: ['name', 'value'] },
  search: ['name'],
  order: 'name',
  check: (row) => {
    const setting = typeof row.name === 'string' ? settingNamed(row.name) : undefined
    const isFine = !setting || setting.schema.safeParse(row.value).success
    return isFine ? [] : [{ field: 'value', code: 'bad_request', message: setting.asks }]
  },
})

/** An entry of a list kept by the organisation: it may relabel, hide and add, not remove ours. */
export const option = entity({
  name: 'option',
  plural: 'options',
  title: 'label',
  access: { read: 'user', write: 'admin', remove: 'admin' },
  fields: {
    list_name: name(60).label('List'),
    value: text(60).required().atLeast(1, 'badRequest'),
    label: name(100),
    position: integer().initially(100),
    is_hidden: flag().label('Hidden'),
  },
  list: ['list_name', 'value', 'label', 'position', 'is_hidden'],
  form: { Option: ['list_name', 'value', 'label', 'position', 'is_hidden'] },
  search: ['list_name', 'value', 'label'],
  order: 'list_name,position',
  full: true,
  check: ({ list_name }) => {
    if (list_name === undefined || Object.hasOwn(defaultOptionValues, list_name)) return []
    const message = `Choose one of ${Object.keys(defaultOptionValues).join(', ')}.`
    return [{ field: 'list_name', code: 'bad_request', message }]
  },
})
