// The schema of a body whose optional members may be null, which is absence: strict structured outputs send every member.
import { type TObject, type TSchema, Type } from 'typebox'
import { closed } from './posts.ts'

/** A schema that also takes null for each optional member, inside nested objects and lists too. */
export function takingNulls<Body extends TObject>(object: Body): TObject {
  const { title: _, properties, required: __, ...rest } = object as Body & { title?: string; required?: string[] }
  const members = Object.entries(properties).map(([name, schema]) => {
    const inner = inside(schema as TSchema)
    const isRequired = object.required?.includes(name)
    return [name, isRequired ? inner : Type.Optional(Type.Union([inner, Type.Null()]))]
  })
  return Type.Object(Object.fromEntries(members), { ...rest, ...closed })
}

/** Keeps a schema without optional members as it is. */
function inside(schema: TSchema): TSchema {
  if (!Type.IsObject(schema)) return schema
  return Object.keys(schema.properties).length === (schema.required?.length ?? 0) ? schema : takingNulls(schema)
}
