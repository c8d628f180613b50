/** HAR 1.2 by its schema from npm (har-schema, which is what the tools of the field check with). */
import { createRequire } from 'node:module';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

const load = createRequire(__filename);

/** The faults of a HAR file; [] if there are none. */
export function validateHar(value: unknown): unknown[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addMetaSchema(load('ajv/dist/refs/json-schema-draft-06.json'));
  addFormats(ajv);
  for (const schema of Object.values(load('har-schema') as Record<string, object>)) ajv.addSchema(schema);
  const validate = ajv.getSchema('har.json');
  if (!validate) throw new Error('The schema is not there');
  validate(value);
  return validate.errors ?? [];
}
