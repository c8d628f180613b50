import { type GraphQLSchema, getVariableValues, Kind, parse, validateSchema } from 'graphql';
import { nestedCollections } from '../../src/schema/collections/collections';
import { type ColumnChoice, columnChoices } from '../../src/schema/collections/columns/columnChoices';
import { defaultColumns } from '../../src/schema/collections/columns/defaultColumns';
import { findFeeds } from '../../src/schema/collections/feeds';
import { findLookups, lookupForm } from '../../src/schema/collections/lookups';
import { recordLookup } from '../../src/schema/collections/records';
import { actionDocument, feedDocument, lookupDocument } from '../../src/schema/documents/callDocuments';
import { type Prepared, pageDocument } from '../../src/schema/documents/documents';
import { recordDocument } from '../../src/schema/documents/recordDocument';
import type { Filter } from '../../src/schema/filters/filters';
import type { Sort } from '../../src/schema/filters/sorting';
import { isCompleteForm } from '../../src/schema/forms/formModel';
import { toVariables } from '../../src/schema/forms/formValues';
import { isPlain } from '../../src/schema/model/argumentPath';
import type { SchemaModel } from '../../src/schema/model/schemaModel';
import { findActions } from '../../src/schema/mutations/actions';
import fc from '../support/fastCheck';
import { drawSchema } from './anySchema';
import { draftFor, fillForm } from './fillForm';
import { executeMocked, modelOfSchema, problemsOf, schemaOf } from './modelOf';
import { type WholeCollection, wholeCollection, wholeCollections } from './wholeCollections';

const RUNS = 100;

/** The errors that graphql-js finds in a document or in the values of its variables. */
function faults(schema: GraphQLSchema, document: Prepared<unknown>): string[] {
  const problems = problemsOf(schema, document.query);
  const operation = parse(document.query).definitions.find(definition => definition.kind === Kind.OPERATION_DEFINITION);
  const { errors = [] } = getVariableValues(
    schema,
    operation?.variableDefinitions ?? [],
    withoutPrototypes(document.variables) as Record<string, unknown>,
  );
  const all = [...problems, ...errors.map(error => error.message)];
  return all.length === 0 ? [] : [...all, document.query, JSON.stringify(document.variables)];
}

/** Returns a copy without prototypes: in any other object, graphql-js would find `valueOf`. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (!isPlain(value)) return value;
  return Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutPrototypes(inner)])),
  );
}

/** Each operator of each filter once, and each order. */
function* variations(collection: WholeCollection): Generator<{ filters: Filter[]; sort: Sort[] }> {
  yield { filters: [], sort: [] };
  const { filter, sort } = collection;
  for (const field of [...(filter?.fields ?? []), ...(filter?.search ? [filter.search] : [])].slice(0, 12)) {
    for (const { tag, value } of field.operators) {
      const draft = value === null ? undefined : draftFor(value);
      yield { filters: [{ field: field.id, operator: tag, value: tag === 'between' ? [draft, draft] : draft }], sort: [] };
    }
  }
  for (const field of sort?.fields.slice(0, 6) ?? [])
    yield {
      filters: [],
      sort: [
        { field: field.id, direction: 'ascending' },
        { field: field.id, direction: 'descending' },
      ],
    };
}

function* documents(model: SchemaModel): Generator<Prepared<unknown>> {
  const page = (collection: WholeCollection, within?: { typeName: string; keys: Record<string, unknown> }) => {
    if (!isCompleteForm(collection.required)) return [];
    const values = toVariables(collection.required, fillForm(collection.required));
    return [...variations(collection)].map(options =>
      pageDocument(model, collection, { ...options, arguments: values.variables, ...(within ? { within } : {}) }),
    );
  };
  for (const collection of wholeCollections(model)) yield* page(collection);
  for (const lookup of findLookups(model))
    if (isCompleteForm(lookupForm(model, lookup)))
      yield lookupDocument(
        model,
        lookup,
        toVariables(lookupForm(model, lookup), fillForm(lookupForm(model, lookup), 1)).variables,
      );
  for (const action of findActions(model))
    if (action.isComplete) yield actionDocument(model, action, toVariables(action.form, fillForm(action.form, 1)).variables);
  for (const feed of findFeeds(model))
    if (isCompleteForm(feed.form)) yield feedDocument(model, feed, toVariables(feed.form, fillForm(feed.form)).variables);
  for (const name of model.types.keys()) {
    const lookup = recordLookup(model, name);
    if (lookup === null) continue;
    const within = { typeName: name, keys: Object.fromEntries(lookup.keys.map(key => [key.column, 1])) };
    // The values of keys are made up, so only the documents are checked.
    for (const document of [
      recordDocument(model, within),
      ...nestedCollections(model, name).flatMap(collection => page(wholeCollection(model, collection), within)),
    ]) {
      yield { ...document, variables: {}, query: document.query };
    }
  }
}

it('the generator creates valid schemas with collections, records, actions and feeds', () => {
  let [collections, actions, feeds, records, filters, sorts] = [0, 0, 0, 0, 0, 0];
  fc.assert(
    fc.property(fc.gen(), draw => {
      const schema = schemaOf(drawSchema(draw));
      expect(validateSchema(schema)).toEqual([]);
      const model = modelOfSchema(schema);
      collections += wholeCollections(model).length;
      actions += findActions(model).length;
      feeds += findFeeds(model).length;
      records += [...model.types.keys()].filter(name => recordLookup(model, name) !== null).length;
      filters += wholeCollections(model).filter(collection => collection.filter !== null).length;
      sorts += wholeCollections(model).filter(collection => collection.sort !== null).length;
    }),
    // Always the same schemas, without a time limit, so that the counts are reproducible.
    { numRuns: RUNS, endOnFailure: true, seed: 1 },
  );
  // Without a few of each, the properties below would prove nothing.
  for (const count of [collections, actions, feeds, records, filters, sorts]) expect(count).toBeGreaterThan(3);
});

it('a model of any valid schema is created without throwing, with valid documents and variables', () => {
  fc.assert(
    fc.property(fc.gen(), draw => {
      const schema = schemaOf(drawSchema(draw));
      const model = modelOfSchema(schema);
      expect(model.problems).toEqual([]);
      for (const document of documents(model)) {
        const errors = Object.keys(document.variables).length > 0 ? faults(schema, document) : problemsOf(schema, document.query);
        if (errors.length > 0) throw new Error(errors.join('\n'));
      }
    }),
    { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 10_000 },
  );
});

it('every column that can be chosen, three relations deep, can be requested', () => {
  fc.assert(
    fc.property(fc.gen(), draw => {
      const schema = schemaOf(drawSchema(draw));
      const model = modelOfSchema(schema);
      for (const collection of wholeCollections(model)) {
        if (collection.required.length > 0) continue;
        const columns = [...defaultColumns(model, collection.rowType)];
        const visit = (choices: readonly ColumnChoice[], depth: number): void => {
          for (const choice of choices.slice(0, 12)) {
            if (choice.column !== null) columns.push(choice.column);
            if (depth > 0) visit(choice.inside?.choices ?? [], depth - 1);
          }
        };
        visit(columnChoices(model, collection.rowType), 2);
        const document = pageDocument(model, collection, { columns });
        const errors = problemsOf(schema, document.query);
        if (errors.length > 0) throw new Error([...errors, document.query].join('\n'));
      }
    }),
    { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 10_000 },
  );
});

it('any response is read without throwing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.anything(), async (draw, anything) => {
      const schema = schemaOf(drawSchema(draw));
      const model = modelOfSchema(schema);
      for (const document of documents(model)) {
        document.read(anything);
        document.read({ [Object.keys(model.queryType.fields)[0] ?? '']: anything });
      }
      const [collection] = wholeCollections(model).filter(entry => entry.required.length === 0);
      if (collection === undefined) return;
      const document = pageDocument(model, collection);
      const { data } = await executeMocked(schema, document.query, document.variables);
      document.read(data);
    }),
    { numRuns: 40 },
  );
});
