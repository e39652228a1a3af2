// A schema that was JSON is the schema.
import { expect, it } from 'vitest';
import { loadSchema, pack, unpack, type PackedSchema } from '../../lib/schema/index.ts';

it.each(['content-types', 'tests/schemas/museum', 'tests/schemas/atlas', 'tests/schema/fixtures/shop'])(
  '%s is the same when it was packed, written, read and unpacked',
  async (folder) => {
    const { schema } = await loadSchema(folder);
    const packed = JSON.parse(JSON.stringify(pack(schema))) as PackedSchema; // what was just written
    expect(unpack(packed)).toEqual(schema);
    expect([...unpack(packed).served.values()].every((type) => schema.types.has(type.uid))).toBe(true);
  },
);
