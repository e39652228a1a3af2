// Packing a schema as JSON and unpacking it gives the same schema.
import { expect, it } from 'vitest';
import { loadSchema, pack, unpack, type PackedSchema } from '../../lib/schema/index.ts';

it.each(['content-types', 'tests/schemas/museum', 'tests/schemas/atlas', 'tests/schema/fixtures/shop'])(
  '%s is the same after it was packed and unpacked, except for its files',
  async (folder) => {
    const { types, components, served } = (await loadSchema(folder)).schema;
    const schema = { types, components, served };
    const packed = JSON.parse(JSON.stringify(pack(schema))) as PackedSchema; // The text was written by the same call.
    expect(unpack(packed)).toEqual(schema);
    expect([...unpack(packed).served.values()].every((type) => schema.types.has(type.uid))).toBe(true);
  },
);
